import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { TeamFields } from '#web/components/team-fields.tsx'

const Form = () => {
  const [name, setName] = useState('')
  const [slug, setSlug] = useState('')
  return (
    <TeamFields label="Team name" name={{ value: name }} slug={{ value: slug }} onName={setName} onSlug={setSlug} />
  )
}

test('[STATE2-18] the slug follows the name until somebody edits the slug by hand', async () => {
  const screen = await renderApp(<Form />)
  const name = screen.getByLabelText('Team name')
  const slug = screen.getByLabelText('Team slug')

  await name.fill('North Harbour')
  await expect.element(slug).toHaveValue('north-harbour')

  await slug.fill('harbour')
  await name.fill('South Harbour')
  await expect.element(slug).toHaveValue('harbour')
})

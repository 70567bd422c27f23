import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseFiles } from '#tests/web/support/choose-files.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { DropField } from '#web/components/drop-field.tsx'

/** A device on which a finger points. */
const givenTouch = () => {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query === '(pointer: coarse)' ? 'all' : query),
  )
}

const csv = { types: ['.csv'], words: 'CSV', several: false }

const Form = ({ taken }: { taken?: typeof csv }) => {
  const [files, setFiles] = useState<File[]>([])
  return (
    <DropField
      file={files[0] ?? null}
      onChoose={setFiles}
      error={undefined}
      disabled={false}
      {...(taken ? { taken } : {})}
    />
  )
}

const buttons = () => [...document.querySelectorAll('button')].map((each) => each.textContent)

/** The inputs whose choice of files a click opens, which here shows nothing. */
const opened = () => {
  const inputs: HTMLInputElement[] = []
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    inputs.push(this)
  })
  return inputs
}

test('a finger takes a photo first, which goes the way of a chosen file; again and again', async () => {
  givenTouch()
  const inputs = opened()
  await renderApp(<Form />)
  expect(buttons()).toEqual(['Take a photo', 'Choose files'])

  for (const name of ['boiler.jpg', 'meter.jpg']) {
    await page.getByRole('button', { name: 'Take a photo' }).click()
    const camera = inputs.at(-1)
    if (camera) chooseFiles(camera, new File(['x'], name, { type: 'image/jpeg' }))
    await expect.element(page.getByText(name)).toBeVisible()
  }

  expect(inputs.map(({ accept, capture, multiple }) => [accept, capture, multiple])).toEqual([
    ['image/*', 'environment', false],
    ['image/*', 'environment', false],
  ])
})

test('a mouse chooses files, and so does a finger where no photo is taken', async () => {
  const view = await renderApp(<Form />)
  expect(buttons()).toEqual(['Choose files'])
  await view.unmount()

  givenTouch()
  await renderApp(<Form taken={csv} />)
  expect(buttons()).toEqual(['Choose a file'])
})

import { expect, test, vi } from 'vitest'
import { removeClientThumbnail, setClientThumbnail } from '#schemas/resources/clients.ts'
import { chooseFiles } from '#tests/web/support/choose-files.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ThumbnailField } from '#web/components/thumbnail-field.tsx'

/** The uploads that the page begins, which no server answers here. */
const givenUploads = () => {
  const begun: string[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      open(method: string, path: string) {
        begun.push(`${method} ${path}`)
      }
      setRequestHeader() {}
      send() {}
    },
  )
  return begun
}

test('[STATE-32] what is no picture is refused as a logo, until another file is chosen', async () => {
  const begun = givenUploads()
  const screen = await renderApp(
    <ThumbnailField
      label="Logo"
      resetLabel="Remove"
      record={{ id: 'c', thumbnail_url: null, thumbnail_state: 'none' }}
      resource="clients"
      replace={setClientThumbnail}
      reset={removeClientThumbnail}
      icon="building"
    />,
  )
  const logo = screen.getByLabelText('Logo').element()
  const said = screen.getByRole('alert')

  chooseFiles(logo, new File(['%PDF-'], 'logo.pdf', { type: 'application/pdf' }))
  await expect.element(said).toHaveTextContent('Invalid file type.')
  expect((logo as HTMLInputElement).value).toBe('')
  expect(begun).toEqual([])

  // Few systems know the type of a photo of a phone.
  chooseFiles(logo, new File(['photo'], 'logo.HEIC'))
  await expect.element(said).not.toBeInTheDocument()
  await expect.poll(() => begun).toEqual(['POST /api/client/c/thumbnail'])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { chooseFiles } from '#tests/web/support/choose-files.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { AddFileForm } from '#web/features/files/add-file-form.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { LongList } from '#web/lib/long-lists.ts'

const api = fakeApi()

const visit = { id: 'v', name: 'Annual', site_id: 's', ended_at: '15/03/2027' }
const scope = { kind: 'visit', visit } as unknown as FilesScope

const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' })
const notes = (name: string) => new File(['notes'], name, { type: 'text/plain' })
const tooLarge = (name: string) => new File([new Uint8Array(8_388_609)], name, { type: 'image/png' })

beforeEach(() => {
  api.on('GET /user/current', () => ({ body: { abilities: { visits: { view: true }, categories: { view: true } } } }))
  api.on('GET /api/categories/select', () => ({ body: [] }))
})

const openForm = async () => {
  const screen = await renderApp(<AddFileForm scope={scope} sites={{ rows: [], total: 0, next: null }} />)
  const field = screen.getByLabelText('File')
  await expect.element(field).toBeInTheDocument()
  const input = field.element() as HTMLInputElement
  return { screen, input, said: screen.getByRole('alert') }
}

describe('of files that are chosen', () => {
  test('[STATE-06] [STATE-32] [VAL-03] [VAL-10] one that is no document is refused, until another is chosen', async () => {
    const { screen, input, said } = await openForm()

    chooseFiles(input, notes('notes.txt'))
    await expect.element(said).toHaveTextContent('Invalid file type.')
    await expect.element(screen.getByText('notes.txt')).not.toBeInTheDocument()
    expect(input.value).toBe('')

    chooseFiles(input, pdf('Gas certificate.pdf'))
    await expect.element(said).not.toBeInTheDocument()
    await expect.element(screen.getByText('Gas certificate.pdf')).toBeVisible()
  })

  test('[VAL-07] [VAL-08] one that is too large is refused', async () => {
    const { screen, input, said } = await openForm()

    chooseFiles(input, tooLarge('Site survey.png'))
    await expect.element(said).toHaveTextContent('File size exceeds limit of 8 MB.')
    await expect.element(screen.getByText('Site survey.png')).not.toBeInTheDocument()
  })

  test('[STATE-10] [VAL-14] [VAL-15] [ERR1-01] those that are refused are listed, and the others wait to be sent', async () => {
    const { screen, input, said } = await openForm()
    const refused = said.getByRole('listitem')

    chooseFiles(input, notes('notes.txt'), notes('more.txt'))
    await expect.element(said.getByText('The following file(s) failed the upload check:')).toBeVisible()
    expect(refused.elements()).toHaveLength(2)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

    chooseFiles(input, pdf('Gas.pdf'), notes('notes.txt'), pdf('Roof.pdf'), tooLarge('Large.png'))
    const dialog = screen.getByRole('dialog', { name: 'Upload Documents' })
    await expect.element(dialog.getByText('The following file(s) failed the upload check:')).toBeVisible()
    expect(refused.elements().map(({ textContent }) => textContent)).toEqual([
      'notes.txt Invalid file type',
      'Large.png File size exceeds limit of 8 MB.',
    ])
    const chosen = dialog.getByRole('list', { name: 'Chosen files' })
    expect(chosen.getByRole('listitem').elements()).toHaveLength(2)
  })
})

test('a file that is dropped beside a long list unfolds the form', async () => {
  const screen = await renderApp(
    <LongList value={true}>
      <AddFileForm scope={scope} sites={{ rows: [], total: 0, next: null }} />
    </LongList>,
  )
  const title = screen.getByText('Add a Document', { exact: true })
  await expect.element(title).toBeInTheDocument()
  await expect.element(title).not.toBeVisible()

  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(pdf('Gas.pdf'))
  document.dispatchEvent(new DragEvent('dragover', { dataTransfer }))
  await expect.element(screen.getByText('Drop to add files')).toBeVisible()
  document.dispatchEvent(new DragEvent('drop', { dataTransfer }))
  await expect.element(screen.getByText('Gas.pdf')).toBeVisible()
})

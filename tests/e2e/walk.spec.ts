import { readFile } from 'node:fs/promises'
import { newPdf, newPhoto, pdfColour, photoColour, shows } from './support/documents.ts'
import { addClient, addDocument, addSite, addVisit, card, loadedPicture, panel } from './support/pages.ts'
import { fillRegistration, newPerson, signIn, signOut } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const register = async (page: Page, person: ReturnType<typeof newPerson>): Promise<void> => {
  await page.goto('/register')
  await fillRegistration(page, person)
  await expect(page.getByLabel('Team slug')).toHaveValue(person.teamSlug)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

const download = async (page: Page, name: string): Promise<{ bytes: Buffer; savedAs: string }> => {
  const started = page.waitForEvent('download')
  await card(page, name).getByRole('link', { name: 'Download' }).click()
  const saved = await started
  return { bytes: await readFile(await saved.path()), savedAs: saved.suggestedFilename() }
}

test('[REG-01] [REG-15] [FILE-18] [PAGE-17] a new team puts its first documents away and finds them again @phone', async ({
  page,
}) => {
  const person = newPerson()
  const [pdf, photo] = await Promise.all([newPdf('Gas certificate.pdf'), newPhoto('Plant room.jpg')])
  expect(photo.buffer.length).toBeGreaterThan(3_000_000)

  await test.step('registers', () => register(page, person))

  await test.step('adds a client, a site and a visit', async () => {
    await expect(page.getByText('To get started, add your first client below…')).toBeVisible()
    await addClient(page, 'Harbour Estates')
    await card(page, 'Harbour Estates').getByRole('link', { name: 'Add Sites' }).click()
    await expect(page.getByText('Add your first site for Harbour Estates below…')).toBeVisible()
    await addSite(page, 'Quay House', 'SE1 2AB')
    await card(page, 'Quay House').getByRole('link', { name: 'Add Visits' }).click()
    await expect(page.getByText('Add your first visit for Quay House below…')).toBeVisible()
    await addVisit(page, 'Boiler inspection')
    await page.getByRole('main').getByRole('link', { name: 'Documents' }).click()
    await expect(page.getByText('Add your first document for Boiler inspection below…')).toBeVisible()
  })

  await test.step('uploads a PDF and a photo, whose pictures come by themselves', async () => {
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await addDocument(page, pdf)
    await expect(card(page, 'Gas certificate')).toBeVisible()
    await addDocument(page, photo)
    await expect(card(page, 'Plant room')).toBeVisible()
    expect(await shows(await (await loadedPicture(page, 'Gas certificate')).screenshot(), pdfColour)).toBe(true)
    expect(await shows(await (await loadedPicture(page, 'Plant room')).screenshot(), photoColour)).toBe(true)
    expect(loads).toBe(0)
  })

  await test.step('downloads what was uploaded', async () => {
    expect(await download(page, 'Gas certificate')).toEqual({ bytes: pdf.buffer, savedAs: 'Gas certificate.pdf' })
    expect(await download(page, 'Plant room')).toEqual({ bytes: photo.buffer, savedAs: 'Plant room.jpg' })
  })

  await test.step('signs out and in again, and everything is there', async () => {
    await signOut(page)
    await signIn(page, person)
    await expect(card(page, 'Harbour Estates')).toContainText('1 site')
    await page.getByRole('tab', { name: 'Sites' }).click()
    await expect(card(page, 'Quay House')).toContainText('Harbour Estates')
    await page.getByRole('tab', { name: 'Visits' }).click()
    await expect(page.getByRole('tabpanel').getByText('Boiler inspection')).toBeVisible()
    await page.getByRole('tab', { name: 'Files' }).click()
    await loadedPicture(page, 'Gas certificate')
    await loadedPicture(page, 'Plant room')
    await expect(panel(page, 'Add a Document')).toBeVisible()
  })
})

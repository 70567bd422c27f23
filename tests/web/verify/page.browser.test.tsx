import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import html from '#web/verify/page.html?raw'

beforeEach(async () => {
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML
  await import('#web/verify/page.ts')
})

test('what is chosen is judged as soon as it is, with the keys that are trusted', async () => {
  await page.getByLabelText('Checkpoints and proofs').upload(new File(['nonsense'], 'kept.note'))
  const words = 'kept.note is neither a checkpoint nor a proof, or it is damaged.'
  await expect.element(page.getByRole('listitem')).toHaveTextContent(`✗ ${words}`)

  await userEvent.type(page.getByLabelText('Public keys that you trust, one a line'), 'mine')
  await expect.element(page.getByText('✗ "mine" is no public key of a log.')).toBeVisible()
})

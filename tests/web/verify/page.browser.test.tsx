import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import html from '#web/verify/page.html?raw'

beforeEach(async () => {
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML
  await import('#web/verify/page.ts')
})

test('what is chosen is judged as soon as it is, with the keys that are trusted', async () => {
  const files = page.getByLabelText('Packs, checkpoints and proofs')
  await files.upload(new File(['nonsense'], 'kept.note'))
  const words = 'kept.note is neither a pack, a checkpoint nor a proof, or it is damaged.'
  await expect.element(page.getByRole('listitem')).toHaveTextContent(`✗ ${words}`)

  await files.upload(new File(['PK, and nothing of a zip file'], 'PACK'))
  await expect.element(page.getByText('✗ PACK: it was cut off or altered at byte 0.')).toBeVisible()

  await userEvent.type(page.getByLabelText('Public keys that you trust, one a line'), 'mine')
  await expect.element(page.getByText('✗ "mine" is no public key of a log.')).toBeVisible()
})

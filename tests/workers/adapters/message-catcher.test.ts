import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { openMessageCatcher } from '#workers/adapters/message-catcher.ts'

const letter = {
  id: '0198c0de-0000-7000-8000-000000000001',
  at: '2026-03-01T10:00:00.000Z',
  from: 'Siteledger <support@example.com>',
  to: 'ann@example.com',
  replyTo: 'bob@example.com',
  subject: 'A question',
  html: '<p>Hello</p>',
  text: 'Hello',
}

describe('the message catcher', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(temporaryFolder(), 'mail')
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true }))

  test('writes a mail once when it is sent twice, readable only by the owner', async () => {
    const { mail } = openMessageCatcher(folder)

    await mail(letter)
    await mail(letter)

    const [name = '', ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toBe('20260301T100000000Z-0198c0de-0000-7000-8000-000000000001.eml')
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    const content = await readFile(join(folder, name), 'utf8')
    expect(content).toContain('To: ann@example.com\r\n')
    expect(content).toContain('Reply-To: bob@example.com\r\n')
    expect(content).toContain('Message-ID: <0198c0de-0000-7000-8000-000000000001@example.com>\r\n')
    expect(content).toContain('Content-Type: text/plain')
    expect(content).toContain('Content-Type: text/html')
  })

  test('writes the file that goes with a mail', async () => {
    const { mail } = openMessageCatcher(folder)
    const content = Buffer.from('%PDF-1.7 of an invoice')

    await mail({ ...letter, attachment: { name: 'invoice-1.pdf', type: 'application/pdf', content } })

    const [name = ''] = await readdir(folder)
    const written = await readFile(join(folder, name), 'utf8')
    expect(written).toContain('Content-Type: application/pdf; name=invoice-1.pdf')
    expect(written).toContain(content.toString('base64'))
  })

  test('removes the messages of some events, incomplete ones too, and nothing else', async () => {
    const { mail, text, remove } = openMessageCatcher(folder)
    const kept = { ...letter, id: '0198c0de-0000-7000-8000-000000000002' }
    await mail(letter)
    await mail({ ...letter, id: `${letter.id}.5` })
    await mail(kept)
    await text({ id: letter.id, at: letter.at, to: '+447700900123', body: 'Your code is 123456.' })
    await writeFile(join(folder, `20260301T100000000Z-${letter.id}.eml.part`), 'half')

    await remove([letter.id])
    await remove([letter.id])

    expect(await readdir(folder)).toEqual([`20260301T100000000Z-${kept.id}.eml`])
  })

  test('writes a text message next to the mails', async () => {
    const { text } = openMessageCatcher(folder)

    await text({ id: letter.id, at: letter.at, to: '+447700900123', body: 'Your code is 123456.' })

    const [name = ''] = await readdir(folder)
    expect(name).toMatch(/\.txt$/)
    expect(await readFile(join(folder, name), 'utf8')).toBe('To: +447700900123\n\nYour code is 123456.\n')
  })
})

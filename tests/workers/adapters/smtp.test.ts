import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MessageRefused } from '#workers/adapters/outgoing.ts'
import { openSmtp } from '#workers/adapters/smtp.ts'

const letter = {
  id: '0198c0de-0000-7000-8000-000000000001',
  at: '2026-03-01T10:00:00.000Z',
  from: 'Siteledger <support@example.com>',
  to: 'ann@example.com',
  subject: 'A question',
  html: '<p>Hello</p>',
  text: 'Hello',
}

const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

describe('the mail server client', () => {
  let server: SMTPServer
  let smtp: ReturnType<typeof openSmtp>
  let arrived: { to: string[]; content: string }[]
  let answer: Error | undefined

  beforeEach(async () => {
    arrived = []
    answer = undefined
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) => callback(answer),
      onData: (stream, { envelope }, callback) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          arrived.push({ to: envelope.rcptTo.map(({ address }) => address), content: Buffer.concat(parts).toString() })
          callback()
        })
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    smtp = openSmtp(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  })
  afterEach(async () => {
    smtp.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })

  test('sends a mail as HTML and text, with the same Message-ID at a repeat', async () => {
    await smtp.send(letter)

    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.to).toEqual(['ann@example.com'])
    expect(arrived[0]?.content).toContain('Message-ID: <0198c0de-0000-7000-8000-000000000001@example.com>')
    expect(arrived[0]?.content).toContain('multipart/alternative')
  })

  test('keeps the headers of a mail apart, whatever a subject or an address holds', async () => {
    const line = '\r\nBcc: eve@example.com\r\n\r\nAn own text'

    await smtp.send({ ...letter, subject: `A question${line}`, replyTo: `bob@example.com${line}` })

    expect(arrived[0]?.to).toEqual(['ann@example.com'])
    const [headers = ''] = arrived[0]?.content.split('\r\n\r\n') ?? []
    expect(headers).toContain('Subject: A question')
    expect(headers).toContain('multipart/alternative')
    expect(headers).not.toMatch(/^Bcc:/im)
  })

  test('drops a mail with a refused recipient, and does not reveal the address', async () => {
    answer = refusal(550)

    const failure = smtp.send(letter)

    await expect(failure).rejects.toBeInstanceOf(MessageRefused)
    await expect(failure).rejects.not.toThrow('ann@example.com')
  })

  test('leaves a mail for a retry when the server is busy', async () => {
    answer = refusal(450)

    const failure = smtp.send(letter)

    await expect(failure).rejects.toThrow('450')
    await expect(failure).rejects.not.toBeInstanceOf(MessageRefused)
  })

  test('says nothing in clear to another machine, unless MAIL_URL allows it', async () => {
    const { port } = server.server.address() as AddressInfo
    // An address of this machine that could as well be another one.
    const elsewhere = openSmtp(`smtp://0.0.0.0:${port}`)
    const allowed = openSmtp(`smtp://0.0.0.0:${port}?requireTLS=false`)

    await expect(elsewhere.send(letter)).rejects.toThrow('it does not encrypt')
    expect(arrived).toHaveLength(0)
    await allowed.send(letter)
    expect(arrived).toHaveLength(1)

    for (const { close } of [elsewhere, allowed]) close()
  })

  test('leaves a mail for a retry without a server', async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))

    await expect(smtp.send(letter)).rejects.toThrow('did not take the mail')
  })
})

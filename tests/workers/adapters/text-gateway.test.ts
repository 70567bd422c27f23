import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listening } from '#tests/support/sockets.ts'
import { MessageRefused } from '#workers/adapters/outgoing.ts'
import { openTextGateway } from '#workers/adapters/text-gateway.ts'

const message = { id: 'an-id', at: '2026-03-01T10:00:00.000Z', to: '+447700900123', body: 'Your code is 123456.' }

describe('the text message gateway', () => {
  let server: Server
  let status: number
  let asked: { authorization: string | undefined; body: unknown }[]
  let address: string

  beforeEach(async () => {
    asked = []
    status = 202
    server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      asked.push({ authorization: request.headers.authorization, body: JSON.parse(Buffer.concat(parts).toString()) })
      response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end()
    })
    address = `http://us%40er:secret@127.0.0.1:${await listening(server)}/messages`
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test('gets number and text by POST, with the credentials of its URL', async () => {
    await openTextGateway(address)(message)

    const authorization = `Basic ${Buffer.from('us@er:secret').toString('base64')}`
    expect(asked).toEqual([{ authorization, body: { id: 'an-id', to: message.to, body: message.body } }])
  })

  test('is not followed to another address', async () => {
    status = 307

    await expect(openTextGateway(address)(message)).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })

  test('refuses a number permanently with 422, and is retried after 503', async () => {
    const send = openTextGateway(address)
    status = 422
    await expect(send(message)).rejects.toBeInstanceOf(MessageRefused)

    status = 503
    await expect(send(message)).rejects.toThrow('503')
    await expect(send(message)).rejects.not.toBeInstanceOf(MessageRefused)
  })
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MessageRefused } from '#workers/adapters/letter.ts'
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
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    address = `http://us%40er:secret@127.0.0.1:${(server.address() as AddressInfo).port}/messages`
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  test('is posted number and text, with the account of its address', async () => {
    await openTextGateway(address)(message)

    const authorization = `Basic ${Buffer.from('us@er:secret').toString('base64')}`
    expect(asked).toEqual([{ authorization, body: { id: 'an-id', to: message.to, body: message.body } }])
  })

  test('refuses a number for good with 422, and is tried again after 503', async () => {
    const send = openTextGateway(address)
    status = 422
    await expect(send(message)).rejects.toBeInstanceOf(MessageRefused)

    status = 503
    await expect(send(message)).rejects.toThrow('503')
    await expect(send(message)).rejects.not.toBeInstanceOf(MessageRefused)
  })
})

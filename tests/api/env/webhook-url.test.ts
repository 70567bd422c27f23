import { expect, test } from 'vitest'
import { webhookUrl } from '#api/env/webhook-url.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000/webhook/stripe'],
  ['0.0.0.0', 'http://127.0.0.1:3000/webhook/stripe'],
  ['::', 'http://127.0.0.1:3000/webhook/stripe'],
  ['192.0.2.7', 'http://192.0.2.7:3000/webhook/stripe'],
  ['::1', 'http://[::1]:3000/webhook/stripe'],
  ['sites.example.com', 'http://sites.example.com:3000/webhook/stripe'],
])('webhooks reach a product that listens on %s', (host, url) => {
  expect(webhookUrl({ host, port: 3000 })).toBe(url)
})

import { expect, test } from 'vitest'
import { isRegisteredRedirect } from '#api/domain/matching-redirect.ts'

test.each([
  ['https://app.example/back', 'https://app.example/back'],
  ['https://app.example/back?a=1', 'https://app.example/back?a=1'],
  ['com.example.app:/back', 'com.example.app:/back'],
  ['http://localhost:8080/back', 'http://localhost:8080/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:49152/back'],
  ['http://127.0.0.1:8080/back', 'http://127.0.0.1/back'],
  ['http://127.0.0.1:8080/back?a=1', 'http://127.0.0.1:1/back?a=1'],
  ['http://[::1]/back', 'http://[::1]:65535/back'],
])('registered as %s, an app is answered at %s', (registered, redirect) => {
  expect(isRegisteredRedirect(['https://other.example', registered], redirect)).toBe(true)
})

test.each([
  ['https://app.example/back', 'https://app.example/back/'],
  ['https://app.example/back', 'https://app.example/back?a=1'],
  ['https://app.example/back', 'https://app.example:443/back'],
  ['https://app.example/back', 'https://APP.example/back'],
  ['https://app.example/back', 'https://app.example/./back'],
  ['https://app.example/back', 'https://app.example/b%61ck'],
  ['https://app.example/back', 'https://me@app.example/back'],
  ['https://app.example/back', 'http://app.example/back'],
  ['https://app.example/back', 'https://app.example.evil/back'],
  ['http://localhost/back', 'http://localhost:8080/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:99999/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:080/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:0/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:1@evil.example/back'],
  ['http://127.0.0.1/back', 'http://127.1:8080/back'],
  ['http://127.0.0.1/back', 'http://2130706433:8080/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.2:8080/back'],
  ['http://127.0.0.1/back', 'http://[::1]:8080/back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:8080/Back'],
  ['http://127.0.0.1/back', 'http://127.0.0.1:8080/back#x'],
  ['http://[::1]/back', 'http://[0:0:0:0:0:0:0:1]:8080/back'],
  ['http://127.0.0.1', 'http://127.0.0.1:8080/'],
])('registered as %s, it is never answered at %s', (registered, redirect) => {
  expect(isRegisteredRedirect([registered], redirect)).toBe(false)
})

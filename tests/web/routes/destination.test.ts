import { expect, test } from 'vitest'
import { destination } from '#web/routes/use-enter.ts'

test.each([
  ['nobody came from anywhere', '/dashboard', undefined, '/dashboard'],
  ['back to where one came from', '/dashboard', '/dashboard/sites/7#/files', '/dashboard/sites/7#/files'],
  ['the server wants something first', '/login/token', '/dashboard/sites/7', '/login/token'],
  ['never to another origin', '/dashboard', '//evil.example', '/dashboard'],
  ['never to another scheme', '/dashboard', 'javascript:alert(1)', '/dashboard'],
  ['never past a backslash', '/dashboard', '/\\evil.example', '/dashboard'],
])('after signing in: %s', (_case, redirect, back, page) => {
  expect(destination(redirect, back)).toBe(page)
})

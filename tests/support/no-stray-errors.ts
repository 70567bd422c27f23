import { afterEach, beforeEach } from 'vitest'

// A test fails on an unexpected console.error, such as a warning of React or an unhandled branch. A test that expects
// one replaces console.error itself.
const original = console.error
let errors: unknown[][] = []

const record = (...parts: unknown[]): void => {
  errors.push(parts)
  original(...parts)
}

beforeEach(() => {
  errors = []
  console.error = record
})

afterEach(() => {
  console.error = original
  if (errors.length > 0) throw new Error(`console.error was called: ${String(errors[0]?.[0])}`)
})

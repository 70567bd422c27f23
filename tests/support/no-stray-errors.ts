import { afterEach, beforeEach } from 'vitest'

// A console.error that no test expects is a mistake that nobody saw: React's warnings, unhandled branches. A test that
// expects one replaces console.error itself.
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

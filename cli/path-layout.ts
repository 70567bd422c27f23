import { InvalidArgumentError } from 'commander'
import { type Layout, parseLayout } from '#schemas/layouts/layout.ts'

/** A typed pattern as a layout; a fault is told with its place. */
export const layoutIn = (pattern: string): Layout => {
  const parsed = parseLayout(pattern)
  if ('layout' in parsed) return parsed.layout
  const { at, message } = parsed.fault
  throw new InvalidArgumentError(`At its character ${at + 1}: ${message}`)
}

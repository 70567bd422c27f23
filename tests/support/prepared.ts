import { afterAll, beforeAll } from 'vitest'

/**
 * What the tests of this place share: it is made before the first of them, after what stands above it, and closed after the
 * last. Until then it is empty, so it must not be taken apart.
 */
export const prepared = <Thing extends object>(make: () => Thing | Promise<Thing>): Thing => {
  const thing: Thing & { close?: () => unknown } = {} as Thing
  beforeAll(async () => {
    Object.assign(thing, await make())
  })
  afterAll(() => thing.close?.())
  return thing
}

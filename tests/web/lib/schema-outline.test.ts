import { globSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { z as outline } from '#web/lib/schema-outline.ts'

vi.mock('zod', async () => await import('#web/lib/schema-outline.ts'))
afterAll(() => void vi.doUnmock('zod'))

const root = new URL('../../../', import.meta.url)
const files = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => [path, new URL(path, root)] as const)

describe('the contracts in the browser', () => {
  test.each(files('schemas/resources/*.ts'))('%s can be declared without zod', async (_path, url) => {
    const contracts: Record<string, unknown> = await import(url.href)

    const paths = Object.values(contracts).flatMap((one) =>
      typeof one === 'object' && one && 'path' in one ? [one.path] : [],
    )
    for (const path of paths) expect(path).toMatch(/^\//)
  })

  test('are never asked to judge: that is left to the server', () => {
    const asking = files('web/**/*.{ts,tsx}')
      .filter(([, url]) => /(?<!JSON|Date)\.parse\(|\.safeParse\(/.test(readFileSync(url, 'utf8')))
      .map(([path]) => path)

    expect(asking).toEqual([])
  })
})

test('a schema in the browser refuses to judge', () => {
  const { safeParse } = outline as { safeParse: () => unknown }

  expect(safeParse).toThrow('checked by the server')
})

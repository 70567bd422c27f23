import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { spool } from '#api/http/spool.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

describe('spool', () => {
  test('stores a stream up to the limit and counts the rest', async () => {
    const folder = temporaryFolder()

    const { size } = await spool(
      Readable.from([Buffer.from('abc'), Buffer.from('def'), Buffer.from('g')]),
      join(folder, 'a'),
      4,
    )

    expect(size).toBe(7)
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('abcdef')
  })

  test.each(['before the file is open', 'after the first chunk'])(
    'leaves no file of a stream that fails %s',
    async (when) => {
      const folder = temporaryFolder()
      const failing = new Readable({
        read() {
          if (when === 'after the first chunk' && this.readableDidRead === false) this.push('abc')
          else this.destroy(new Error('cut off'))
        },
      })

      await expect(spool(failing, join(folder, 'a'), 100)).rejects.toThrow('cut off')

      expect(await readdir(folder)).toEqual([])
    },
  )
})

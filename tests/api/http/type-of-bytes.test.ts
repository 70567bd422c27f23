import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typeOfBytes } from '#api/http/type-of-bytes.ts'
import { sharedFolder } from '#tests/support/folders.ts'

const folder = sharedFolder()

const fileOf = async (bytes: string): Promise<string> => {
  const path = join(folder, 'file')
  await writeFile(path, bytes, 'latin1')
  return path
}

test('bytes that the library cannot read to their end are of no type (D-46)', async () => {
  const breaksOff = async () => {
    throw new Error('End-Of-Stream')
  }

  expect(await typeOfBytes(await fileOf('PK\x03\x04'), breaksOff)).toBeUndefined()
})

test.each(['PK\x03\x04', `PK\x03\x04${'\xff'.repeat(26)}`, 'OggS', 'ID3', '\x1f\x8b\x08', '\x89PNG\r\n\x1a\n', '%PD'])(
  'an archive or a picture that breaks off is no failure (D-46): %j',
  async (bytes) => {
    const path = await fileOf(bytes)

    await expect(typeOfBytes(path)).resolves.not.toBe('application/pdf')
  },
)

test('a file that is not there is a failure', async () => {
  await expect(typeOfBytes(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

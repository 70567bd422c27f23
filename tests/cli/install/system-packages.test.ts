import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { findProgram } from '../../../cli/install/commands.mjs'

const folderWith = (name: string, mode: number): string => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, name), '', { mode })
  chmodSync(join(folder, name), mode)
  return folder
}

describe('finding a program', () => {
  it('prefers the earlier name over the earlier folder', () => {
    const valkey = folderWith('valkey-server', 0o755)
    const redis = folderWith('redis-server', 0o755)

    expect(findProgram(['redis-server', 'valkey-server'], `${valkey}:${redis}`)).toBe(join(redis, 'redis-server'))
    expect(findProgram(['redis-server', 'valkey-server'], valkey)).toBe(join(valkey, 'valkey-server'))
  })

  it('takes only what can be run', () => {
    expect(findProgram(['tool'], folderWith('tool', 0o644))).toBeUndefined()
    expect(findProgram(['tool'], '')).toBeUndefined()
  })
})

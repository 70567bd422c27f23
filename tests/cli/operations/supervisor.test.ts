import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lockDataDir } from '#cli/operations/first-checks.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { type Finished, runProgram } from '#tests/support/run-program.ts'

const supervisor = join(import.meta.dirname, '../../../cli/operations/supervisor.ts')

const supervise = (env: NodeJS.ProcessEnv): Promise<Finished> =>
  runProgram(process.execPath, [supervisor], { PATH: process.env.PATH, ...env }).finished

/** Holds a free port of 127.0.0.1. */
const takenPort = (): Promise<{ port: number; release: () => void }> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve({ port: address.port, release: () => server.close() })
    })
  })

describe('a start that cannot work', () => {
  it('says which variable is wrong and what is allowed, in one line', async () => {
    expect(await supervise({ PORT: 'eighty', DATA_DIR: temporaryFolder() })).toMatchObject({
      code: 78,
      stdout: '',
      stderr: 'PORT "eighty" cannot be used: it must be a port from 1 to 65535.\n',
    })
  })

  it('says that DATA_DIR cannot be written, in one line', async () => {
    expect(await supervise({ DATA_DIR: '/dev/null/data' })).toMatchObject({
      code: 78,
      stdout: '',
      stderr: 'DATA_DIR "/dev/null/data" cannot be written: part of the path is a file.\n',
    })
  })

  it('says that another Siteledger uses DATA_DIR, in one line', async () => {
    const folder = temporaryFolder()
    using _lock = lockDataDir(folder)

    expect(await supervise({ DATA_DIR: folder })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR "${folder}" is in use by another Siteledger. Stop it, or set DATA_DIR.\n`,
    })
  })

  it('says that the port is in use, in one line', async () => {
    const { port, release } = await takenPort()

    const finished = await supervise({ PORT: String(port), DATA_DIR: temporaryFolder() })
    release()

    expect(finished).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `PORT ${port} on 127.0.0.1 is in use. Stop what uses it, or set PORT.\n`,
    })
  })

  it('says that the host is not of this machine, in one line', async () => {
    const finished = await supervise({ HOST: '203.0.113.7', DATA_DIR: temporaryFolder() })

    expect(finished.code).toBe(78)
    expect(finished.stderr).toBe('HOST "203.0.113.7" cannot be listened on (EADDRNOTAVAIL).\n')
  })
})

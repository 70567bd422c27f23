import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { downloadFile, listFiles, uploadFile } from '#schemas/resources/files.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { fileOf } from '#tests/support/files.ts'
import { openToOthers } from '#tests/support/open-to-others.ts'
import { newInstallation, startProduct } from '#tests/support/product.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { password, registration } from '#tests/support/teams.ts'

const program = join(import.meta.dirname, '../../cli/siteledger.mjs')

/** The command line, on the machine of this data folder. */
const siteledger = (dataDir: string, ...args: string[]) =>
  runProgram(process.execPath, [program, ...args], { PATH: process.env.PATH, DATA_DIR: dataDir }).finished

const original = await newInstallation()
const other = await newInstallation()
const owner = registration()
const backup = join(other.dataDir, 'backup')
const safeKey = join(other.dataDir, 'safe.key')
const restored = { ...other, dataDir: join(other.dataDir, 'restored') }

const restore = (folder: string) => siteledger(restored.dataDir, 'restore', folder, '--master-key', safeKey)

beforeAll(async () => {
  const product = await startProduct(original)
  const caller = product.guest()
  await caller.call(register, { body: owner })
  const { body: client } = await caller.call(addClient, { body: { name: 'Harbour Estates' } })
  const { body: site } = await caller.call(addSite, { body: { name: 'Quay House', client_id: client.id } })
  await caller.call(uploadFile, { body: { site_id: site.id } }, { file: fileOf('Lease.pdf', 'application/pdf') })
  // Everything runs meanwhile. The folder is there already, and open.
  await mkdir(backup, { mode: 0o755 })
  const taken = await siteledger(original.dataDir, 'backup', backup)
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('Keep') })
  const looked = await siteledger(original.dataDir, 'doctor')
  expect(looked).toMatchObject({ code: 1, stdout: expect.stringContaining('does not answer: is PORT the same?') })
  expect(looked.stdout).toContain('ok  keys: The master key opens the keys.')
  await cp(join(original.dataDir, 'master.key'), safeKey)
  await product.stop()
})

afterAll(() => Promise.all([original.remove(), other.remove()]))

it('leaves an installation in which nothing has to be mended, and the doctor sees what would have to', async () => {
  const { code, stdout } = await siteledger(original.dataDir, 'doctor')
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining('The newest 1 files are there.')])

  const sick = join(other.dataDir, 'sick')
  await cp(original.dataDir, sick, { recursive: true })
  await writeFile(join(sick, 'master.key'), Buffer.alloc(32, 7).toString('base64url'))
  await rm(await contentOf(sick))
  const found = await siteledger(sick, 'doctor', '--json')
  await rm(sick, { recursive: true })
  expect(found.code).toBe(1)
  const states = JSON.parse(found.stdout).map(({ about, state }: { about: string; state: string }) => [about, state])
  expect(states).toEqual(
    expect.arrayContaining([
      ['keys', 'wrong'],
      ['content', 'wrong'],
      ['events', 'fine'],
    ]),
  )
})

it('holds no master key and says where to keep it', async () => {
  expect(await readdir(backup)).not.toContain('master.key')
})

it('belongs to its owner alone', () => {
  expect(openToOthers(backup)).toEqual([])
})

it('is taken only into an empty folder', async () => {
  const again = await siteledger(original.dataDir, 'backup', backup)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/^siteledger: .* is not empty.*\n$/) })
})

const contentOf = async (folder: string): Promise<string> => {
  const entries = await readdir(join(folder, 'content'), { recursive: true, withFileTypes: true })
  // Beside the content lies the mark of its log.
  const file = entries.find((entry) => entry.isFile() && entry.name !== '.log-id')
  if (!file) throw new Error('The backup holds no content')
  return join(file.parentPath, file.name)
}

const flipByte = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  bytes[50] = (bytes[50] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const damages: Record<string, [damage: (folder: string) => Promise<void>, said: RegExp]> = {
  'a flipped byte': [async (folder) => flipByte(await contentOf(folder)), /is damaged: its content was changed/],
  'a missing file': [async (folder) => rm(await contentOf(folder)), /is missing from the backup/],
  'a cut log': [(folder) => truncate(join(folder, 'events.sqlite'), 8192), /events\.sqlite is damaged: 8192 bytes/],
  'a changed manifest': [(folder) => flipByte(join(folder, 'manifest.json')), /The manifest of .* was changed/],
  'no manifest': [(folder) => rm(join(folder, 'manifest.json')), /is no whole backup/],
}

it.each(Object.entries(damages))('refuses a backup with %s and leaves nothing', async (_name, [damage, said]) => {
  const broken = join(other.dataDir, 'broken')
  await cp(backup, broken, { recursive: true })
  await damage(broken)
  const refused = await restore(broken)
  await rm(broken, { recursive: true })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
  expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  expect((await readdir(other.dataDir)).toSorted()).toStrictEqual(['backup', 'safe.key'])
})

it('asks for the master key that is kept apart, and knows a wrong one', async () => {
  const without = await siteledger(restored.dataDir, 'restore', backup)
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('--master-key') })
  const wrong = join(other.dataDir, 'wrong.key')
  await writeFile(wrong, Buffer.alloc(32, 7).toString('base64url'))
  const refused = await siteledger(restored.dataDir, 'restore', backup, '--master-key', wrong)
  await rm(wrong)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('not the master key') })
})

it('brings everything back in an empty place, and refuses one that is not', async () => {
  expect(await restore(backup)).toMatchObject({ code: 0, stderr: '' })
  const product = await startProduct(restored)
  const caller = product.guest()
  await caller.call(signIn, { body: { email: owner.email, password } })
  expect((await caller.call(currentUser)).body.name).toBe(owner.name)
  expect((await caller.call(listClients)).body).toMatchObject([{ name: 'Harbour Estates', site_count: 1 }])
  const [file] = (await caller.call(listFiles)).body
  if (!file) throw new Error('No file came back')
  const { body } = await caller.call(downloadFile, { params: { id: file.id } })
  expect(body).toBe(await fileOf('Lease.pdf', 'application/pdf').text())
  await product.stop()

  const again = await restore(backup)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('only restored into an empty place') })
})

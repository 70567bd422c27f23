import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { clientStream } from '#api/event-store/streams.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { fileOf } from '#tests/support/files.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { newClientId, newCommandId } from '#tests/support/new-ids.ts'
import { heicBytes } from '#tests/support/photos.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam } from '#tests/support/teams.ts'
import { newConfig, program, siteledger, siteledgerProcess, withToken } from '#tests/support/terminal.ts'
import { unzipped } from '#tests/support/zip.ts'

const app = await startApp()
const owner = await newTeam(app)
const everything = offeredAbilities(false).map(({ value }) => value)
const env = await withToken(app, owner, everything)
await owner.call(addClient, { body: { name: 'Harbour Estates' } })
const folder = sharedFolder()

afterAll(() => app.close())

/** A client as events from before names were cleaned hold it (D-103). */
const addRecordedClient = async (name: string): Promise<void> => {
  const data = { clientId: newClientId(), teamId: owner.teamId, ...detailsOf.client({ name }) }
  const metadata = contextOf(owner.teamId, owner.userId)
  const added = { type: 'ClientAdded', data, id: newCommandId(), metadata } as const
  const position = await app.ledger.append(clientStream(data.clientId), 'no-stream', [added])
  await owner.call(currentUser, {}, { headers: { 'x-min-position': position } })
}

const oneLine = (text: string): boolean => text.endsWith('\n') && text.trimEnd().split('\n').length === 1

describe('signing in', () => {
  const config = newConfig()
  const there = { SITELEDGER_CONFIG: config }

  it('keeps the token in a file that nobody else may read, by profile', async () => {
    const args = ['--url', app.url, '--token', env.SITELEDGER_TOKEN]
    const login = await siteledger(there, 'login', ...args, '--profile', 'work')
    expect(login).toMatchObject({ code: 0, stderr: '' })
    expect(login.stdout).toContain(owner.email)
    const [file = ''] = await readdir(config)
    expect((await stat(join(config, file))).mode & 0o777).toBe(0o600)
    expect((await siteledger(there, 'whoami', '--json')).json()).toMatchObject({ email: owner.email, role: 'owner' })
    expect((await siteledger(there, 'profiles', 'list', '--json')).json()).toMatchObject([{ name: 'work', used: true }])
  })

  it('forgets the token, and says how to come back', async () => {
    expect((await siteledgerProcess(there, 'logout')).code).toBe(0)
    const after = await siteledgerProcess(there, 'whoami')
    expect(after.code).toBe(77)
    expect(after.stderr).toBe('siteledger: You are not signed in. Run: siteledger login --profile work\n')
  })
})

describe('what ends badly', () => {
  it.each([
    ['a command that is none', ['nonsense'], {}, 2],
    ['an option that is none', ['clients', 'list', '--nonsense'], {}, 2],
    ['a number that is none', ['clients', 'list', '--limit', 'few'], {}, 2],
    ['as many entries as nobody can count', ['history', '--limit', 'few'], {}, 2],
    ['a question outside a terminal', ['clients', 'delete', 'Harbour Estates'], {}, 2],
    ['a server that does not answer', ['clients', 'list'], { SITELEDGER_URL: 'http://127.0.0.1:9' }, 69],
    ['a token that opens nothing', ['clients', 'list'], { SITELEDGER_TOKEN: 'x'.repeat(40) }, 77],
    ['a name that nothing has', ['clients', 'show', 'Nobody & Sons'], {}, 1],
    ['a field that is refused', ['clients', 'add', ' '], {}, 1],
  ])('%s is one line and a code', async (_name, args, changes, code) => {
    const ended = await siteledger({ ...env, ...changes }, ...args)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toMatch(/^siteledger: /)
    expect(ended.stderr).toSatisfy(oneLine)
  })
})

it('follows the history, each entry as it happens and once', async () => {
  const following = runProgram(process.execPath, [program, 'history', '--follow'], { PATH: process.env.PATH, ...env })
  await following.printed(/Added the client Harbour Estates/)
  for (const name of ['Dockside', 'Lighthouse']) {
    await owner.call(addClient, { body: { name } })
    await following.printed(new RegExp(`Added the client ${name}\\n`))
  }
  following.child.kill()
  const { stdout, stderr } = await following.finished
  const added = stdout.split('\n').filter((line) => line.includes('Added the client'))
  expect(added.map((line) => line.split(' ').at(-1))).toStrictEqual(['Estates', 'Dockside', 'Lighthouse'])
  expect(stderr).toBe('')
})

describe('records', () => {
  const typed = (...args: string[]) => siteledger(env, ...args)
  const pdf = join(folder, 'Lease.pdf')

  it('are added, found by name, changed and listed', async () => {
    expect(
      await typed('sites', 'add', 'Quay House', '--client', 'harbour estates', '--postcode', 'SE1 2AA'),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Added the site Quay House of Harbour Estates \(/),
    })
    const visit = ['Annual check', '--site', 'Quay House', '--start', '02/03/2026']
    expect((await typed('visits', 'add', ...visit, '--json')).json()).toMatchObject({ ended_at: '02/03/2026' })
    await typed('sites', 'update', 'Quay House', '--name', 'Quay House West')
    expect((await typed('sites', 'show', 'quay house west', '--json')).json()).toMatchObject({ postcode: 'SE1 2AA' })
    const line = ['--template', String.raw`{{name}}\t{{client_name}}`]
    expect((await typed('sites', 'list', ...line)).stdout).toBe('Quay House West\tHarbour Estates\n')
    expect((await typed('sites', 'list', '--fields', 'postcode,name')).stdout).toBe(
      'postcode\tname\nSE1 2AA\tQuay House West\n',
    )
    const named = await typed('sites', 'show', 'Quay House West', '--fields', 'name', '--json')
    expect(named.json()).toStrictEqual({ name: 'Quay House West' })
    expect(await typed('sites', 'list', '--json', ...line)).toMatchObject({ code: 2, stdout: '' })
    await typed('categories', 'add', 'Fire')
    await typed('categories', 'add', 'Alarms', '--parent', 'Fire')
    const listed = await typed('categories', 'list')
    expect(listed.stdout).toMatch(/^Category\t+Id\nFire\t.*\n {2}Alarms\t/)
  })

  it('take files and give them back byte for byte', async () => {
    await writeFile(pdf, Buffer.from(await fileOf('Lease.pdf', 'application/pdf', { size: 5000 }).arrayBuffer()))
    const upload = ['files', 'upload', pdf, '--site', 'Quay House West', '--visit', 'Annual check']
    const uploaded = (await typed(...upload, '--category', 'Fire / Alarms', '--json')).json() as { id: string }[]
    expect(uploaded).toMatchObject([{ name: 'Lease', visit_name: 'Annual check', categories: [{ name: 'Alarms' }] }])
    const [{ id } = { id: '' }] = uploaded
    const copy = join(folder, 'copy.pdf')
    expect((await typed('files', 'download', id, '--output', copy)).code).toBe(0)
    expect(await readFile(copy)).toStrictEqual(await readFile(pdf))
    const again = await typed('files', 'download', id, '--output', copy)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })
    expect((await readdir(folder)).toSorted()).toStrictEqual(['Lease.pdf', 'copy.pdf'])
    expect((await typed('files', 'list', '--category', 'Fire', '--search', 'lease', '--json')).json()).toMatchObject([
      { id },
    ])
    const zip = join(folder, 'site.zip')
    const saved = await typed('files', 'zip', '--site', 'Quay House West', '--output', zip)
    expect(saved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Saved .*site\.zip \(1 file, 4\.9 KB\)\./) })
    expect(Object.keys(unzipped(await readFile(zip)))).toStrictEqual([
      'manifest.csv',
      'manifest.json',
      'Harbour Estates/Quay House West/Annual check/Lease.pdf',
    ])
    expect(await typed('files', 'zip', id, '--site', 'Quay House West')).toMatchObject({ code: 2 })
    expect(await typed('files', 'zip')).toMatchObject({ code: 2 })
  })

  it('give back the photo that a file is a JPEG of', async () => {
    const photo = join(folder, 'IMG_0042.HEIC')
    const sent = join(folder, 'sent.heic')
    await writeFile(photo, heicBytes)
    const uploaded = (await typed('files', 'upload', photo, '--site', 'Quay House West', '--json')).json()
    const [{ id } = { id: '' }] = uploaded as { id: string }[]

    const saved = await typed('files', 'download', id, '--original', '--output', sent)

    expect(saved.stdout).toBe(`Saved ${sent} (${heicBytes.length} B).\n`)
    expect(await readFile(sent)).toStrictEqual(heicBytes)
    const [lease] = (await typed('files', 'list', '--search', 'lease', '--json')).json() as { id: string }[]
    expect(await typed('files', 'download', lease?.id ?? '', '--original')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file is as it was sent. Leave --original out.'),
    })
    await typed('files', 'delete', id, '--yes')
  })

  it('replace the content of a file, list its versions and bring one back', async () => {
    const [{ id } = { id: '' }] = (await typed('files', 'list', '--search', 'lease', '--json')).json() as {
      id: string
    }[]
    const newer = join(folder, 'Lease 2.pdf')
    const saved = join(folder, 'first.pdf')
    await writeFile(newer, Buffer.from(await fileOf('Lease 2.pdf', 'application/pdf', { size: 6000 }).arrayBuffer()))

    expect((await typed('files', 'replace', id, newer)).stdout).toBe('Replaced Lease. It is version 2 now.\n')
    expect((await typed('files', 'replace', id, newer)).stdout).toBe(
      'Nothing has changed: Lease has this content already.\n',
    )
    const page = await typed('open', 'file', id, '--no-browser')
    expect(page.stdout).toMatch(new RegExp(`^${app.url}/dashboard/sites/\\S+#/files/file/${id}\n$`))
    expect(await typed('open', 'site', id)).toMatchObject({ code: 1, stdout: '' })
    expect((await typed('files', 'versions', id)).stdout).toMatch(
      /^Version\t.*\n2\t+Lease 2\.pdf\t.*\n1\t+Lease\.pdf\t/,
    )
    expect((await typed('files', 'download', id, '--version-number', '1', '--output', saved)).code).toBe(0)
    expect(await readFile(saved)).toStrictEqual(await readFile(pdf))
    expect(await typed('files', 'download', id, '--version-number', '3')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file has no version 3.'),
    })
    expect((await typed('files', 'bring-back', id, '1')).stdout).toBe(
      'Brought back an earlier version of Lease as version 3.\n',
    )
    expect((await typed('files', 'bring-back', id, 'one')).code).toBe(2)
  })

  it('are deleted and restored', async () => {
    const deleted = (await typed('clients', 'delete', 'Harbour Estates', '--yes', '--json')).json() as {
      trash_id: string
    }
    expect((await typed('sites', 'list', '--json')).json()).toStrictEqual([])
    expect((await typed('trash', 'list')).stdout).toContain('Harbour Estates')
    const contents = (await typed('trash', 'contents', deleted.trash_id)).stdout
    expect(contents).toMatch(/Harbour Estates\s+client[\s\S]*Quay House West\s+site/)
    const listed = async (...filters: string[]) => (await typed('trash', 'list', ...filters, '--json')).json()
    expect(await listed('--search', 'quay', '--resource', 'clients')).toMatchObject([{ id: deleted.trash_id }])
    expect(await listed('--from', '01/01/2999')).toEqual([])
    const gone = '0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'
    expect(await typed('trash', 'restore', deleted.trash_id, gone)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        new RegExp(`^Restored Harbour Estates .*\nLeft in the trash: ${gone}. It is no longer in the trash.\n$`),
      ),
    })
    expect((await typed('sites', 'list', '--client', 'Harbour Estates')).stdout).toContain('Quay House West')
  })

  it('cannot steer the terminal by their names', async () => {
    await addRecordedClient('\u001b[31mRed\u0007')
    const { stdout } = await typed('clients', 'list', '--search', 'Red')
    expect(stdout).toContain('\u{fffd}[31mRed\u{fffd}')
    const name = 'Red \u007f\u009b31m \u202egnp\u2069 \u200f\u061c'
    await addRecordedClient(name)
    const listed = await typed('clients', 'list', '--search', 'gnp', '--json')
    expect(listed.stdout).toMatch(/"Red \\u007f\\u009b31m \\u202egnp\\u2069 \\u200f\\u061c"/)
    expect(listed.json()).toMatchObject([{ name }])
    const refused = await typed('clients', 'delete', '\u001b[31mNobody\u009b', '--yes')
    expect(refused.stderr).toBe('siteledger: There is no client called "\u{fffd}[31mNobody\u{fffd}".\n')
  })

  it('are exported whole, with nothing that a spreadsheet would run', async () => {
    await owner.call(addClient, { body: { name: '=HYPERLINK("http://evil.example")' } })
    const csv = join(folder, 'clients.csv')
    expect((await typed('export', 'clients', '--output', csv)).code).toBe(0)
    const text = await readFile(csv, 'utf8')
    expect(text.split('\r\n')[0]).toMatch(/^id,name,/)
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const xlsx = join(folder, 'clients.xlsx')
    expect((await typed('export', 'clients', '--format', 'xlsx', '--output', xlsx)).code).toBe(0)
    const [sheet] = (await readXlsx(await readFile(xlsx))).sheets
    expect(sheet?.rows.map(([, name]) => name)).toContain('=HYPERLINK("http://evil.example")')
    const lines = (await typed('export', 'sites', '--format', 'jsonl')).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ name: 'Quay House West' }])
  })

  it('are told of in the words of the browser, or by chosen fields, a line an entry', async () => {
    await typed('sites', 'update', 'Quay House West', '--postcode', 'E1 7AA')
    const told = async (...args: string[]) => (await typed('history', '--limit', '1', ...args)).stdout

    expect(await told()).toMatch(/, through the API \(Terminal\): .*\n {4}Postcode: (.+ → )?E1 7AA\n$/)
    const summary = 'Changed the postcode of the site Quay House West'
    expect(await told('--fields', 'summary,via.name')).toBe(`${summary}\tTerminal\n`)
    expect(await told('--template', '{{changes.field}}: {{summary}}')).toBe(`postcode: ${summary}\n`)
    expect(JSON.parse(await told('--fields', 'summary', '--json'))).toEqual({ summary })
    await typed('sites', 'update', 'Quay House West', '--postcode', '')
    expect(await told()).toContain('    Postcode: E1 7AA → removed\n')
  })
})

it('ends in silence when what reads its output has seen enough, of help too', async () => {
  const running = runProgram(process.execPath, [program, '--help'], { PATH: process.env.PATH })
  running.child.stdout?.destroy()

  expect(await running.finished).toMatchObject({ code: 0, stderr: '' })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFiles } from '#schemas/resources/files.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { withToken } from '#tests/support/terminal.ts'
import { makeShare } from './share.ts'
import { typed } from './typed.ts'

/**
 * `node tests/bench/moving/main.ts [files] [kills]`: a share goes into an empty team and out again by the command line, with
 * the seconds and the memory of each step; then into a third team by an import that is killed so many times.
 */
const files = Number(process.argv[2] ?? 1500)
const kills = Number(process.argv[3] ?? 0)

const folder = mkdtempSync(join(tmpdir(), 'siteledger-moving-'))
const share = join(folder, 'share')
const app = await startFullApp()
const everything = offeredAbilities(false).map(({ value }) => value)

const told = async (words: string, env: NodeJS.ProcessEnv, ...args: string[]) => {
  const { code, text, seconds, peak } = await typed(env, args)
  console.log(`\n${words}: ${seconds.toFixed(1)} s, ${peak} MB, exit code ${code}`)
  console.log(text.trim().split('\n').slice(-4).join('\n'))
}

const teamInTerminal = async () => {
  const owner = await newTeam(app)
  return { owner, env: await withToken(app, owner, everything) }
}

console.log(makeShare(share, files))
const first = await teamInTerminal()
const layout = ['--layout', '{client}/{site}/[{categories}/][{date} ]{name}']
const making = [...layout, '--create', 'clients,sites,categories']
await told('Proposals', first.env, 'import', 'files', share)
await told('Dry run', first.env, 'import', 'files', share, ...making, '--dry-run')
await told('Dry run again', first.env, 'import', 'files', share, ...making, '--dry-run')
await told('Import', first.env, 'import', 'files', share, ...making)
await told('The same again', first.env, 'import', 'files', share, ...making)
const out = join(folder, 'out')
await told('Export', first.env, 'export', 'all', out)
await told('Export again', first.env, 'export', 'all', out)
const second = await teamInTerminal()
await told('Clients into another team', second.env, 'import', 'clients', join(out, 'clients.csv'))
await told('Sites', second.env, 'import', 'sites', join(out, 'sites.csv'))
await told('Files', second.env, 'import', 'files', join(out, 'manifest.csv'))

const third = await teamInTerminal()
for (let kill = 0; kill < kills; kill += 1) {
  await typed(third.env, ['import', 'files', share, ...making], 600 + kill * 60)
  const { headers } = await third.owner.call(listFiles, { query: { limit: 1 } })
  process.stdout.write(`${headers.get('x-total-count')} `)
}
if (kills > 0) {
  await told(`\nAfter ${kills} kills`, third.env, 'import', 'files', share, ...making)
  for (const { owner } of [first, second, third]) {
    const { headers } = await owner.call(listFiles, { query: { limit: 1 } })
    console.log(`${headers.get('x-total-count')} files`)
  }
}
await app.close()
rmSync(folder, { recursive: true })

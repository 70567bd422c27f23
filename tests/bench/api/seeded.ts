import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#api/operations/redis.ts'
import { projections } from '#projections/registry.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { offeredAbilities } from '#schemas/token-abilities.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { password } from '#tests/support/teams.ts'
import { fillLog } from './filled-log.ts'

/** A folder with data, and who may call what is there. */
export type Seeded = { dataDir: string; token: string; email: string; teamId: TeamId; userId: UserId }

/** How much more there is than 10,000 clients, 50,000 sites and 100,000 files. */
const scale = Number(process.env.SCALE ?? 1)
const amount = { clients: 10_000 * scale, sites: 50_000 * scale, files: 100_000 * scale }

/** Raise it where other events are written. */
const version = 1
const kept = join(process.env.BENCH_DIR ?? tmpdir(), `siteledger-bench-${version}-${scale}`)

/** Which tables the read models have by this source. */
const tables = JSON.stringify(projections.map(({ name, version }) => [name, version]))

export type Running = Product & { url: string; eventStoreUrl: string }

/** The whole product on a data folder, with a plan that sets no limit; answers once everything can be read. */
export const startOn = async (dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Running> => {
  const plans = join(dataDir, 'plans.json')
  await writeFile(plans, JSON.stringify([{ id: 'free', name: 'Free', price: 0, interval: 'monthly', type: 'team' }]))
  const [port, eventStorePort] = [await freePort(), await freePort()]
  const settings = { PLANS_FILE: plans, EMBEDDED_EVENTSTORE_PORT: String(eventStorePort) }
  const product = await startProduct({ port, dataDir, remove: async () => {} }, { ...settings, ...env })
  // A run that fails leaves nothing behind.
  const end = () => process.kill(product.pid)
  process.once('exit', end)
  process.once('SIGTERM', () => process.exit(1))
  process.once('SIGINT', () => process.exit(1))
  void product.ended.then(() => process.off('exit', end))
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(`${url}/ready`)).status !== 200) await wait(200)
  return { ...product, url, eventStoreUrl: `esdb://127.0.0.1:${eventStorePort}?tls=false` }
}

const email = 'bench@example.com'

const registerIn = async (dataDir: string): Promise<Seeded> => {
  const product = await startOn(dataDir)
  const owner = product.guest()
  const person = { name: 'Bench', email, password, password_confirmation: password }
  await owner.call(register, { body: { ...person, team: 'Bench', team_slug: 'bench', terms: true } })
  const abilities = offeredAbilities(false).map(({ value }) => value)
  const { token } = (await owner.call(createApiToken, { body: { name: 'Bench', abilities } })).body
  const [user, team] = [(await owner.call(currentUser)).body, (await owner.call(currentTeam)).body]
  await product.stop()
  return { dataDir, token, email, teamId: team.id, userId: user.id }
}

const make = async (): Promise<void> => {
  const making = `${kept}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  const seeded = await registerIn(making)
  await fillLog(making, seeded.teamId, seeded.userId, amount)
  await writeFile(join(making, 'seeded.json'), JSON.stringify(seeded))
  await rename(making, kept)
}

/** Lets the product build the read models that are missing, or of another version. */
const bringUpToDate = async (): Promise<void> => {
  const noted = join(kept, 'tables.json')
  if ((await readFile(noted, 'utf8').catch(() => '')) === tables) return
  const product = await startOn(kept)
  await product.stop()
  await writeFile(noted, tables)
}

/** A copy of the data, which is kept between runs, for one run to write into. */
export const seededCopy = async (): Promise<Seeded & { remove: () => Promise<void> }> => {
  const read = () => readFile(join(kept, 'seeded.json'), 'utf8')
  const text = await read().catch(async () => {
    process.stdout.write(`writing ${JSON.stringify(amount)} to ${kept}, once\n`)
    await make()
    return read()
  })
  await bringUpToDate()
  const dataDir = `${kept}-${process.pid}`
  await cp(kept, dataDir, { recursive: true })
  const seeded: Seeded = JSON.parse(text)
  return { ...seeded, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

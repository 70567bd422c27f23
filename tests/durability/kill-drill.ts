import { listClients } from '#schemas/resources/clients.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import type { Caller } from '#tests/support/caller.ts'
import { teamEventsInLog } from '#tests/support/log-of.ts'
import { newInstallation, type Part, type Product, parts, startProduct } from '#tests/support/product.ts'
import { password, registration } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { startWriters } from './writers.ts'

/** The victims in turn: a part alone, what keeps the parts alive, or all of them at once. */
export const victims = [...parts, 'supervisor', 'machine'] as const
type Victim = (typeof victims)[number]

export type DrillNumbers = {
  kills: number
  acknowledged: number
  /** Acknowledged clients that the list or the log lacks. */
  lost: string[]
  /** Clients that the list or the log has more than once. */
  doubled: string[]
  failedTries: number
  /** The longest time that one client took with all its tries, in milliseconds. */
  longest: number
}

const allNames = async (reader: Caller, cursor?: string): Promise<string[]> => {
  const { body, headers } = await reader.call(listClients, { query: cursor ? { cursor } : {} })
  const next = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
  const names = body.map(({ name }) => name)
  return next ? [...names, ...(await allNames(reader, next))] : names
}

const kill = (pid: number | undefined): void => {
  if (pid === undefined) throw new Error('It does not run')
  process.kill(pid, 'SIGKILL')
}

const killPart = async (product: Product, part: Part): Promise<void> => {
  const before = product.pidOf(part)
  kill(before)
  await until(() => {
    const now = product.pidOf(part)
    if (now === undefined || now === before) throw new Error(`The ${part} does not run again`)
  })
}

const isPart = (victim: Victim): victim is Part => parts.some((part) => part === victim)

/** Kills one and resolves to what runs then. */
export const killOne = async (
  product: Product,
  victim: Victim,
  startAgain: () => Promise<Product>,
): Promise<Product> => {
  if (isPart(victim)) {
    await killPart(product, victim)
    return product
  }
  const others = victim === 'machine' ? parts.map((part) => product.pidOf(part)) : []
  for (const pid of [product.pid, ...others]) kill(pid)
  await product.ended
  return startAgain()
}

const twice = (names: readonly string[]): string[] => {
  const seen = new Set<string>()
  return names.filter((name) => seen.size === seen.add(name).size)
}

/**
 * Starts the product, lets people write, kills something as often as is asked, and looks for every acknowledged write in
 * the list that people see and in the log. `told` hears of each kill.
 */
export const killDrill = async (kills: number, told: (line: string) => void = () => {}): Promise<DrillNumbers> => {
  const installation = await newInstallation()
  const owner = registration()
  let product = await startProduct(installation)
  try {
    const founder = product.guest()
    await founder.call(register, { body: owner })
    const { body: team } = await founder.call(currentTeam)
    const writers = startWriters(product.guest(), owner.email, 12)
    await writers.more(50)
    for (let count = 0; count < kills; count += 1) {
      const victim = victims[count % victims.length] ?? 'machine'
      product = await killOne(product, victim, () => startProduct(installation))
      await writers.more(1 + Math.floor(Math.random() * 100))
      told(`${count + 1}. ${victim}: ${writers.acknowledged.length} acknowledged`)
    }
    await writers.stop()
    const reader = product.guest()
    await reader.call(signIn, { body: { email: owner.email, password } })
    const listed = await allNames(reader)
    await product.stop()
    const logged = teamEventsInLog(installation.dataDir, team.id, 'ClientAdded').map(({ data }) => data.name)
    const inList = new Set(listed)
    const inLog = new Set(logged)
    return {
      kills,
      acknowledged: writers.acknowledged.length,
      lost: writers.acknowledged.filter((name) => !inList.has(name) || !inLog.has(name)),
      doubled: [...twice(listed), ...twice(logged)],
      ...writers.told(),
    }
  } finally {
    await product.stop()
    await installation.remove()
  }
}

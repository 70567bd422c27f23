import { hasReached } from '#projections/engine/position.ts'

/** The id of a team or of a user. */
type AccountId = string

/** A change of plan; `position` is where the log holds its order, null until then. */
type Change = { plan: string; position: string | null }

/** Changes of plan that begin in this process, and the writes under way here that a limit has allowed. */
export type PlanChanges = {
  /** The plans that changes of an account may bring and that the read models do not tell of yet. */
  plansOf: (account: AccountId) => string[]
  /** Runs a write that the limits of these accounts have allowed: a change of one waits for its end. */
  allowed: <Written>(accounts: readonly AccountId[], write: () => Promise<Written>) => Promise<Written>
  /**
   * Runs `order`, which counts what the account has and orders the plan. From here on the limits of the plan count;
   * `order` begins once every write has ended that they did not count for.
   */
  change: <Ordered extends { position: string | null }>(
    account: AccountId,
    plan: string,
    order: () => Promise<Ordered>,
  ) => Promise<Ordered>
}

const addTo = <Item>(sets: Map<AccountId, Set<Item>>, account: AccountId, item: Item): void => {
  sets.set(account, (sets.get(account) ?? new Set()).add(item))
}

const removeFrom = <Item>(sets: Map<AccountId, Set<Item>>, account: AccountId, item: Item): void => {
  const items = sets.get(account)
  items?.delete(item)
  if (items?.size === 0) sets.delete(account)
}

/** `listedUpTo` is the position up to which the read models hold the log. Open it once per process. */
export const openPlanChanges = (listedUpTo: () => string): PlanChanges => {
  const changes = new Map<AccountId, Set<Change>>()
  const writes = new Map<AccountId, Set<Promise<unknown>>>()

  return {
    plansOf: (account) => {
      for (const each of changes.get(account) ?? []) {
        if (each.position !== null && hasReached(listedUpTo(), each.position)) removeFrom(changes, account, each)
      }
      return [...(changes.get(account) ?? [])].map(({ plan }) => plan)
    },
    allowed: async (accounts, write) => {
      const written = write()
      for (const account of accounts) addTo(writes, account, written)
      try {
        return await written
      } finally {
        for (const account of accounts) removeFrom(writes, account, written)
      }
    },
    change: async (account, plan, order) => {
      const own: Change = { plan, position: null }
      addTo(changes, account, own)
      try {
        await Promise.allSettled(writes.get(account) ?? [])
        const ordered = await order()
        own.position = ordered.position
        return ordered
      } finally {
        if (own.position === null) removeFrom(changes, account, own)
      }
    },
  }
}

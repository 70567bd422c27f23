import { describe, expect, test } from 'vitest'
import { openUploadQuota } from '#api/services/files/upload-quota.ts'
import { paidBytesPerDay, trialBytesPerDay } from '#schemas/limits/ceiling-numbers.ts'
import { memoryStores } from '#tests/support/in-memory/stores.ts'
import { newTeamId } from '#tests/support/new-ids.ts'

const at = '2026-11-24T18:00:00.000Z'
const tomorrow = '2026-11-25T00:00:00.000Z'

/** A quota of teams that pay or do not, and whose trial ends at an instant. */
const given = (isPaidFor: boolean, trial_ends_at: string | null = null) =>
  openUploadQuota({
    teams: { team: () => ({ trial_ends_at }) as never },
    limits: { isPaidFor: () => isPaidFor },
    tallies: memoryStores().counts.tallies,
    local: false,
  })

describe('a team uploads in a day', () => {
  test.each([
    [
      'on a trial',
      false,
      tomorrow,
      trialBytesPerDay,
      'A team on a trial can upload 2 GB a day. Please try again tomorrow.',
    ],
    [
      'without a plan',
      false,
      at,
      trialBytesPerDay,
      'A team without a subscription can upload 2 GB a day. Please try again tomorrow.',
    ],
    ['that pays', true, at, paidBytesPerDay, 'A team can upload 50 GB a day. Please try again tomorrow.'],
  ])('%s: so much, and is told when it goes on (D-102)', async (_, isPaidFor, trialEnds, most, message) => {
    const quota = given(isPaidFor, trialEnds)
    const team = newTeamId()

    const giveBack = await quota.reserve(team, most, at)
    await expect(quota.reserve(team, 1, at)).rejects.toMatchObject({ status: 429, retryAfter: 6 * 3600, message })
    await giveBack(1)
    await quota.reserve(team, 1, at)
    await expect(quota.reserve(team, 1, at)).rejects.toMatchObject({ status: 429 })
    await quota.reserve(team, most, tomorrow)
  })
})

test('what is given back after midnight makes no room on the next day (D-116)', async () => {
  const quota = given(false)
  const team = newTeamId()
  const giveBack = await quota.reserve(team, trialBytesPerDay, at)

  await giveBack(trialBytesPerDay)

  await quota.reserve(team, trialBytesPerDay, tomorrow)
  await expect(quota.reserve(team, 1, tomorrow)).rejects.toMatchObject({ status: 429 })
})

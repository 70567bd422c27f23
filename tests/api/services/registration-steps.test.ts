import { expect, test } from 'vitest'
import { registrationStream } from '#api/event-store/streams.ts'
import { finishRegistration } from '#api/sagas/registration.ts'
import { recorded } from '#tests/support/recorded.ts'
import { registrationOf } from '#tests/support/registrations.ts'

test('a registration whose steps do not show in the log is given up, and not tried without end', async () => {
  const begun = registrationOf()
  const stream = registrationStream(begun.registrationId)
  const first = recorded('RegistrationBegun', begun)
  const ledger = {
    read: async (asked: string) => (asked === stream ? [first] : []),
    append: async () => '1',
  }

  const finishing = finishRegistration({ ledger: ledger as never, digest: (_, text) => text }, begun.registrationId, 0)

  await expect(finishing).rejects.toThrow(`${stream} stands still`)
})

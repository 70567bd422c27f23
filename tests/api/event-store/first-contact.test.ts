import { describe, expect, test } from 'vitest'
import { awaitEventStore, refusalIn } from '#api/event-store/first-contact.ts'
import { Unfit } from '#api/event-store/unfit.ts'

const url = 'esdb://siteledger:secret@db.example.com:2113'
const failure = (code: number, message: string) => Object.assign(new Error(message), { code })

/** A start at an event store that answers each try with one of these, the last one for ever. */
const contact = (...answers: (Error | undefined)[]) => contactAt(url, ...answers)

const contactAt = async (at: string, ...answers: (Error | undefined)[]) => {
  let tries = 0
  let time = 0
  const lines: string[] = []
  const outcome = await awaitEventStore({
    url: at,
    ask: async () => {
      const answer = answers[Math.min(tries++, answers.length - 1)]
      if (answer) throw answer
    },
    report: (line) => lines.push(line),
    now: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds
    },
  }).then(
    () => 'begins' as const,
    (error: Error) => error,
  )
  return { outcome, tries, lines, seconds: time / 1000 }
}

describe('the first contact with the event store', () => {
  const refused = failure(
    14,
    '14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED 10.0.0.1:2113',
  )

  test('is made at once where it answers', async () => {
    expect(await contact(undefined)).toEqual({ outcome: 'begins', tries: 1, lines: [], seconds: 0 })
  })

  test('waits for one that is not there yet, and says so once a minute', async () => {
    const { outcome, lines, seconds } = await contact(...Array(90).fill(refused), undefined)

    expect([outcome, seconds]).toEqual(['begins', 90])
    const line = 'The event store of EVENTSTORE_URL does not answer yet; it is waited for, for two minutes: '
    expect(lines).toEqual([line + refused.message, line + refused.message])
  })

  test('[D-113] is not tried at an address that cannot be used', async () => {
    const { outcome, tries, lines } = await contactAt('esdb://u:secret:more@a', undefined)

    expect(outcome).toBeInstanceOf(Unfit)
    expect((outcome as Error).message).toMatch(/^EVENTSTORE_URL cannot be used: before the @ stand user:password/)
    expect([tries, lines]).toEqual([0, []])
  })

  test('is given up after two minutes, with the last reason', async () => {
    const { outcome, seconds, lines } = await contact(new Error('Failed to discover after 10 attempts.'))

    expect(outcome).toMatchObject({
      message:
        'The event store of EVENTSTORE_URL did not answer for two minutes: Failed to discover after 10 attempts.',
    })
    expect(outcome).not.toBeInstanceOf(Unfit)
    expect([seconds, lines.length]).toEqual([120, 2])
  })

  test.each([
    [failure(16, '16 UNAUTHENTICATED'), /^The event store asks who calls: the user siteledger or the password is not/],
    [failure(7, '7 PERMISSION_DENIED: Access Denied'), /^The event store lets not the user siteledger read all.*\$acl/],
    [failure(14, 'Last error: Error: self-signed certificate'), /certificate is not one that this machine.*tlsCAFile/],
    [failure(14, 'Last error: Error: unable to verify the first certificate'), /tlsCAFile, in EVENTSTORE_URL\.$/],
    [
      failure(14, 'write EPROTO: ssl3_get_record:wrong version number'),
      /^The event store speaks no TLS: set tls=false/,
    ],
    [failure(14, "Hostname/IP does not match certificate's altnames"), /certificate is for another name/],
  ])('ends at once where waiting changes nothing: %s', async (error, line) => {
    const { outcome, tries } = await contact(error)

    expect(outcome).toBeInstanceOf(Unfit)
    expect([tries, (outcome as Error).message.includes('\n')]).toEqual([1, false])
    expect((outcome as Error).message).toMatch(line)
    expect((outcome as Error).message).not.toContain('secret')
  })

  test('says of an address without a user that one is asked for', () => {
    expect(refusalIn(failure(16, ''), 'esdb://a?tls=false')).toBe(
      'The event store asks who calls: put user:password@ before the host, in EVENTSTORE_URL.',
    )
  })
})

import { describe, expect, test } from 'vitest'
import { projections } from '#projections/registry.ts'
import { eventTypes } from '#schemas/events/registry.ts'
import { currentVersion } from '#schemas/events/upcasting.ts'
import { corpusOf, missingIn, readCorpus, releases } from '#tests/support/event-corpus.ts'
import { projected } from '#tests/support/read-models.ts'
import { readModels } from '#workers/read-models.ts'

const [newest = ''] = releases().slice(-1)

test('every event is recorded as the newest release writes it: node tests/support/processes/record-corpus.ts', () => {
  expect(missingIn(corpusOf(newest))).toEqual([])
})

test('an event that was not recorded in its version is missed', () => {
  const corpus = corpusOf(newest)
  const older = corpus.map((each) => ({ ...each, metadata: { ...each.metadata, version: 0 } }))

  expect(missingIn(corpus.filter(({ type }) => type !== 'ClientAdded'))).toContain('ClientAdded')
  expect(missingIn(older)).toEqual(eventTypes)
})

describe.each(releases())('what release %s wrote', (release) => {
  test('is read, lifted to today, and applied by every read model', async () => {
    const corpus = corpusOf(release)
    const { events, unreadable } = await readCorpus(corpus)

    expect(unreadable).toEqual([])
    expect(events.map(({ type }) => type)).toEqual(corpus.map(({ type }) => type))
    for (const each of [...projections, ...readModels]) expect(() => projected(each, events)).not.toThrow()
  })

  test('of a later version is not read', async () => {
    const [first, ...others] = corpusOf(release)
    if (!first) throw new Error('The corpus is empty')
    const version = currentVersion('ClientAdded') + 1
    const raised = {
      ...first,
      type: 'ClientAdded',
      stream: `client-${first.id}`,
      metadata: { ...first.metadata, version },
    }

    const { events, unreadable } = await readCorpus([raised, ...others])

    expect(unreadable).toEqual([expect.objectContaining({ id: first.id, reason: expect.stringContaining('later') })])
    expect(events).toHaveLength(others.length)
  })
})

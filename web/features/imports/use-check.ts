import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportVerdict, MissingClient, RefusedRow } from '#schemas/resources/imports.ts'
import type { Check } from '#web/features/imports/choice.ts'
import { sendImport } from '#web/features/imports/send-import.ts'

/** The number of refused rows that a check keeps, to be saved. */
const maxKept = 10_000

/** The number of missing clients that a check keeps, to be shown. */
const maxNamed = 20

/** A dry run of a file: `share` is its progress in percent, and `stop` ends it. Leaving the page ends it too. */
export const useCheck = (onChecked: (check: Check) => void) => {
  const [share, setShare] = useState(0)
  const stopping = useRef<AbortController>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  const check = useMutation({
    mutationFn: async (sending: Check['sending']): Promise<Check> => {
      stopping.current = new AbortController()
      const refused: RefusedRow[] = []
      const missing: Check['missing'] = { named: [], total: 0 }
      let done = 0
      let rows = 0
      const listener = {
        begun: (_: unknown, many: number) => {
          rows = many
        },
        verdict: ({ verdict, errors = {}, cells = {}, ...row }: ImportVerdict) => {
          if (verdict === 'refused' && refused.length < maxKept) refused.push({ ...row, errors, cells })
          done += 1
          setShare(Math.floor((100 * done) / rows))
        },
        missing: (client: MissingClient) => {
          if (missing.named.length < maxNamed) missing.named.push(client)
          missing.total += 1
        },
      }
      const summary = await sendImport({ ...sending, dryRun: true }, listener, stopping.current.signal)
      return { sending, summary, refused, missing }
    },
    onMutate: () => setShare(0),
    onSuccess: onChecked,
  })
  const stop = () => {
    stopping.current?.abort()
    check.reset()
  }
  return { check, share, stop }
}

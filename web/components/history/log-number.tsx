import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { proveInclusion, showSignedLog } from '#schemas/resources/log-proofs.ts'
import { shortTime } from '#schemas/time/dates.ts'
import styles from '#web/components/history/history-list.module.css'
import { oneQuery } from '#web/lib/queries.ts'
import { timeZone } from '#web/lib/settings.ts'

type Props = { position: string; index: number; about: string }

/** The number of an entry in the tree of the log, and its proof once a checkpoint counts it. */
export const LogNumber = ({ position, index, about }: Props) => {
  const { data: log } = useQuery(oneQuery(showSignedLog))
  const signedAt = log && index < log.size ? log.signed_at : null
  return (
    <p className={styles.line}>
      {`Recorded as no. ${index.toLocaleString('en-GB')}`}
      {signedAt && (
        <>
          {`, signed ${shortTime(new Date(signedAt), timeZone())} · `}
          <Anchor
            href={`${proveInclusion.path}?position=${position}`}
            download={`${position}.tlog-proof`}
            inherit
            underline="always"
            aria-describedby={about}
          >
            Download proof
          </Anchor>
        </>
      )}
    </p>
  )
}

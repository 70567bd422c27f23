import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { PauseNote } from '#web/components/pause-note.tsx'
import { arrivedWords } from '#web/features/uploads/arrived-words.ts'
import { sendLeftUploads } from '#web/features/uploads/send-left-uploads.ts'
import styles from '#web/features/uploads/waiting-uploads.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { connectionAtom } from '#web/lib/connection.ts'
import { counted } from '#web/lib/counted.ts'
import { waitingUploadsAtom } from '#web/lib/kept-uploads.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'
import type { Pause } from '#web/lib/until-accepted.ts'

/** Goes on with uploads that a reload broke off, and says how many files wait for the connection. */
const WaitingUploads = () => {
  const { user, team } = usePersonInTeam()
  const queries = useQueryClient()
  const waiting = useAtomValue(waitingUploadsAtom).size
  const isLost = useAtomValue(connectionAtom) === 'lost'
  const [share, setShare] = useState<number>()
  const [pause, setPause] = useState<Pause>()

  useEffect(() => {
    const leaving = new AbortController()
    const goOn = async () => {
      const { arrived, refused } = await sendLeftUploads({ user, team }, leaving.signal, setShare, setPause)
      setShare(undefined)
      if (arrived.length > 0) {
        await Promise.all([reload(queries, 'files'), reload(queries, 'documents')])
        void announce(arrivedWords(arrived))
      }
      const [first] = refused
      if (first) void announce(`${first.name} was not added. ${first.message}`, 'failure')
    }
    void goOn()
    return () => leaving.abort()
  }, [user, team, queries])

  const isSending = share !== undefined && !isLost && !pause && waiting > 0
  return (
    <div role="status" className={styles.container}>
      {isLost && waiting > 0 && (
        <p className={styles.notice}>{`${counted(waiting, 'file is', 'files are')} waiting for the connection.`}</p>
      )}
      {pause && !isLost && waiting > 0 && (
        <div className={styles.notice}>
          {`${counted(waiting, 'file is', 'files are')} waiting.`} <PauseNote pause={pause} />
        </div>
      )}
      {isSending && (
        <p className={styles.notice}>{`Uploading ${counted(waiting, 'file', 'files')}, ${Math.floor(100 * share)}%`}</p>
      )}
    </div>
  )
}

export default WaitingUploads

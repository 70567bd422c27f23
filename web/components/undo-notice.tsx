import { Button } from '@mantine/core'
import { useDocumentVisibility, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { Progress } from '#schemas/calls/progress.ts'
import styles from '#web/components/undo-notice.module.css'
import { offersAtom, type UndoOffer } from '#web/components/undo-offers.ts'
import { progressWords } from '#web/components/work-progress.tsx'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { focusPage } from '#web/lib/focus-page.ts'
import { keys } from '#web/lib/keys.ts'

/** Milliseconds for which an offer stays when nothing holds it open. */
const duration = 12_000

/** Whether the pointer or the focus is in the toast, and a function that returns the focus to where it was. */
const useAttention = () => {
  const container = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    const toast = container.current?.closest<HTMLElement>('.mantine-Notification-root')
    if (!toast) return
    const updatePaused = () => setPaused(toast.matches(':hover') || toast.contains(document.activeElement))
    // The focus moves only after its event.
    const updateSoon = () => queueMicrotask(updatePaused)
    const noteOrigin = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !toast.contains(relatedTarget)) before.current = relatedTarget
    }
    toast.addEventListener('focusin', noteOrigin)
    const events = ['pointerenter', 'pointerleave', 'focusin'] as const
    for (const event of events) toast.addEventListener(event, updatePaused)
    toast.addEventListener('focusout', updateSoon)
    return () => {
      for (const event of events) toast.removeEventListener(event, updatePaused)
      toast.removeEventListener('focusout', updateSoon)
      toast.removeEventListener('focusin', noteOrigin)
    }
  }, [])
  const restoreFocus = () => {
    const focused = document.activeElement
    // A button that is disabled while busy has already lost the focus to the page.
    const isOurs =
      focused === document.body || container.current?.closest('.mantine-Notification-root')?.contains(focused)
    if (!isOurs) return
    if (before.current?.isConnected) before.current.focus({ preventScroll: true })
    else focusPage()
  }
  return { container, paused, restoreFocus }
}

/**
 * A notice of a change, with a button that undoes it; it closes by itself unless it has the pointer or the focus, is
 * busy or has failed, or the page is hidden.
 */
export const UndoNotice = ({ id, text, undo, undone }: Required<UndoOffer> & { id: string }) => {
  const { container, paused, restoreFocus } = useAttention()
  const hidden = useDocumentVisibility() === 'hidden'
  const isNewest = useAtomValue(offersAtom).at(-1) === id
  const [progress, setProgress] = useState<Progress>()
  const act = useMutation({
    mutationFn: () => undo(setProgress).finally(() => setProgress(undefined)),
    onSuccess: (answer) => {
      restoreFocus()
      notifications.hide(id)
      void announce(typeof answer === 'string' ? answer : undone)
    },
  })
  const { mutate, isPending, isError } = act
  useHotkeys([[keys.undo.presses[0], () => isNewest && !isPending && mutate()]])

  const waits = paused || hidden || isPending || isError
  useEffect(() => {
    if (waits) return
    const timer = setTimeout(() => notifications.hide(id), duration)
    return () => clearTimeout(timer)
  }, [waits, id])
  return (
    <div ref={container} className={styles.notice}>
      <span className={styles.text}>
        {progress ? `Undoing: ${progressWords(progress)}` : isError ? messageOf(act.error) : text}
      </span>
      <Button
        variant="light"
        size="xs"
        disabled={isPending}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => mutate()}
      >
        {isError ? 'Try again' : 'Undo'}
      </Button>
    </div>
  )
}

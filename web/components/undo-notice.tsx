import { Button } from '@mantine/core'
import { useDocumentVisibility, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import styles from '#web/components/undo-notice.module.css'
import { offersAtom, type UndoOffer } from '#web/components/undo-offers.ts'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'

/** How long an offer stands while nobody looks at it, in milliseconds. */
const standsFor = 12_000

/** Whether the pointer or the focus is in the toast around an element; and the way back to where the focus was. */
const useAttention = () => {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const toast = place.current?.closest<HTMLElement>('.mantine-Notification-root')
    if (!toast) return
    const look = () => setHeld(toast.matches(':hover') || toast.contains(document.activeElement))
    // The focus has moved on only after the event that says so.
    const lookSoon = () => queueMicrotask(look)
    const noteOrigin = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !toast.contains(relatedTarget)) before.current = relatedTarget
    }
    toast.addEventListener('focusin', noteOrigin)
    const events = ['pointerenter', 'pointerleave', 'focusin'] as const
    for (const event of events) toast.addEventListener(event, look)
    toast.addEventListener('focusout', lookSoon)
    return () => {
      for (const event of events) toast.removeEventListener(event, look)
      toast.removeEventListener('focusout', lookSoon)
      toast.removeEventListener('focusin', noteOrigin)
    }
  }, [])
  const giveFocusBack = () => {
    const focused = document.activeElement
    // A button that is disabled while it works has already lost the focus to the page.
    const isOurs = focused === document.body || place.current?.closest('.mantine-Notification-root')?.contains(focused)
    if (!isOurs) return
    const target = before.current?.isConnected ? before.current : document.getElementById('main')
    target?.focus({ preventScroll: true })
  }
  return { place, held, giveFocusBack }
}

/** What was done, and the button that takes it back; it goes by itself unless it is looked at, busy or refused. */
export const UndoNotice = ({ id, text, undo, undone }: Required<UndoOffer> & { id: string }) => {
  const { place, held, giveFocusBack } = useAttention()
  const hidden = useDocumentVisibility() === 'hidden'
  const isNewest = useAtomValue(offersAtom).at(-1) === id
  const act = useMutation({
    mutationFn: undo,
    onSuccess: (said) => {
      giveFocusBack()
      notifications.hide(id)
      void announce(typeof said === 'string' ? said : undone)
    },
  })
  const { mutate, isPending, isError } = act
  useHotkeys([['mod+Z', () => isNewest && !isPending && mutate()]])

  const waits = held || hidden || isPending || isError
  useEffect(() => {
    if (waits) return
    const timer = setTimeout(() => notifications.hide(id), standsFor)
    return () => clearTimeout(timer)
  }, [waits, id])
  return (
    <div ref={place} className={styles.notice}>
      <span className={styles.text}>{isError ? messageOf(act.error) : text}</span>
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

/** Milliseconds after the last input on a page; later its automatic requests no longer keep the session alive. */
const attendedFor = 5 * 60_000

let touchedAt = Date.now()

/** Notices whenever somebody uses this page. */
export const watchAttendance = (page: Pick<Window, 'addEventListener'>): void => {
  const touched = () => {
    touchedAt = Date.now()
  }
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel'])
    page.addEventListener(sign, touched, { capture: true, passive: true })
}

/** Whether somebody has used this page in the last five minutes. */
export const isAttended = (): boolean => Date.now() - touchedAt < attendedFor

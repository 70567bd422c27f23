import type { useForm } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'

/**
 * Keeps a form at what the server holds, which may have been changed elsewhere meanwhile; what was typed and not sent
 * yet stays.
 */
export const useValuesOfServer = <Values extends Record<string, string>>(
  form: ReturnType<typeof useForm<Values>>,
  values: Values,
): void => {
  const known = JSON.stringify(values)
  const take = useEffectEvent((now: Values) => {
    const isTyped = form.isDirty()
    form.resetDirty(now)
    if (!isTyped) form.setValues(now)
  })
  useEffect(() => take(JSON.parse(known) as Values), [known])
}

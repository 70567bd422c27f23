import { HeaderIcon } from '#web/components/header-icon.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/scheme-toggle.module.css'
import { useOtherScheme } from '#web/lib/use-other-scheme.ts'

/** Switches between light and dark; `roomy` hides it on a phone, where another control does this. */
export const SchemeToggle = ({ roomy = false }: { roomy?: boolean }) => {
  const { other, switchOver } = useOtherScheme()
  return (
    <HeaderIcon
      aria-label={`Switch to ${other} colours`}
      className={(roomy && styles.roomy) || ''}
      onClick={switchOver}
    >
      <Icon name={other === 'light' ? 'sun' : 'moon'} size={18} />
    </HeaderIcon>
  )
}

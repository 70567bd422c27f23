import { useQuery } from '@tanstack/react-query'
import { patient } from '#web/lib/patient.ts'

const loadWriter = patient(() => import('qrcode'))

/** The secret in an authenticator's address, grouped to be typed where no camera is at hand. */
const secretIn = (address: string): string =>
  (new URL(address).searchParams.get('secret') ?? '').replace(/(.{4})/g, '$1 ').trim()

/** An authenticator's address as a QR code, and its secret in letters. The library loads with it. */
export const QrCode = ({ text, className }: { text: string; className: string }) => {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await loadWriter()).toDataURL(text, { margin: 0, width: 352 }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div>
      {data && <img src={data} alt="QR code for your authenticator app" className={className} />}
      <p>{`Or type this secret: ${secretIn(text)}`}</p>
    </div>
  )
}

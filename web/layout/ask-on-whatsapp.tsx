import { buildWhatsappUrl } from '#contract/kernel/whatsapp.ts'
import { useStoreConfigIfLoaded } from './store-config.ts'

/** Opens WhatsApp with a question to the shop. Nothing while the shop has no WhatsApp number. */
export function AskOnWhatsapp({ about, path }: { about: string; path?: string }) {
  const config = useStoreConfigIfLoaded()
  if (config?.whatsapp === undefined) return null
  const { storeName, origin, whatsapp } = config
  const question = `Hello ${storeName}, I have a question about ${about}${path === undefined ? '.' : `: ${origin}${path}`}`
  return (
    <p className="text-sm print:hidden">
      <a
        href={buildWhatsappUrl({ phone: whatsapp.number, text: question })}
        target="_blank"
        rel="noopener"
        className="link inline-flex min-h-11 items-center font-medium"
      >
        Ask on WhatsApp
      </a>
      {whatsapp.hours !== '' && <span className="block text-soft">{whatsapp.hours}</span>}
    </p>
  )
}

import { Link } from 'react-router'
import { Copyright, Footer, SocialLinks, useLogo } from './footer.tsx'
import { useStoreConfig } from './store-config.ts'

/** The footer of the administration. */
export function CompactFooter() {
  const { storeName } = useStoreConfig()
  const details = (
    <div className="flex flex-wrap items-center gap-x-6 self-start">
      <img src={useLogo()} alt={`${storeName} logo`} width={32} height={32} loading="lazy" className="h-8 w-auto max-w-32 object-contain" />
      <Link to="/buy" className="link inline-flex min-h-11 items-center">
        View the shop
      </Link>
      <SocialLinks />
      <Copyright />
    </div>
  )
  return <Footer compact={details} />
}

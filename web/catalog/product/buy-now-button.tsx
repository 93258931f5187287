import { useNavigate } from 'react-router'
import type { Size } from '#contract/kernel/business.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { buildBuyNowHref } from '../../orders/shared/buy-now.ts'
import { Button } from '../../ui/button.tsx'
import { useIsShopper } from '../shared/add-to-cart.ts'

interface BuyNowButtonProps {
  product: string
  size: Size | undefined
  onSizeMissing: () => void
}

/** Goes to the checkout with this one item. The cart stays as it is. */
export function BuyNowButton({ product, size, onSizeMissing }: BuyNowButtonProps) {
  const navigate = useNavigate()
  const isShopper = useIsShopper()
  const { checkoutScript } = useStoreConfig()
  const checkout = isShopper ? (checkoutScript ? '/UserDashboard/Order' : '/UserDashboard/cod') : '/orderNow'
  return (
    <Button
      onClick={() => (size === undefined ? onSizeMissing() : navigate(buildBuyNowHref({ checkout, product, size })))}
      className="hidden min-h-12 w-full js:inline-flex"
    >
      Buy now
    </Button>
  )
}

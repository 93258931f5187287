import { useEffect, useRef } from 'react'
import type { Product } from '#contract/catalog/products.ts'
import { getErrorText } from '../../api/error-text.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { useSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.ts'
import { loadSavedProducts, setSaved, useSavedProducts } from './saved-products.ts'

export interface SaveButtonProps {
  product: Pick<Product, '_id' | 'name'>
  className?: string
}

/** A heart that saves a product for later, or removes it. Shows the change at once and takes it back when it fails. */
export function SaveButton({ product: { _id, name }, className }: SaveButtonProps) {
  const userId = useSession(({ user }) => user?._id)
  const isSaved = useSavedProducts(({ ids }) => ids.has(_id))
  const isSending = useRef(false)
  useEffect(() => {
    if (userId !== undefined) loadSavedProducts(userId)
  }, [userId])
  const toggle = async () => {
    if (isSending.current) return
    isSending.current = true
    setSaved({ id: _id, isSaved: !isSaved })
    try {
      await callSignedIn(isSaved ? 'DELETE /cart/saved/:productId' : 'POST /cart/saved/:productId', { params: { productId: _id } })
    } catch (error) {
      setSaved({ id: _id, isSaved })
      const fallback = isSaved ? 'The item could not be removed. Please try again.' : 'The item could not be saved. Please try again.'
      showToast({ text: getErrorText({ error, fallback }), kind: 'error' })
    } finally {
      isSending.current = false
    }
  }
  return (
    <button
      type="button"
      aria-label={`Save ${name} for later`}
      aria-pressed={isSaved}
      // The second press of a double click changes nothing.
      onClick={({ detail }) => detail < 2 && toggle()}
      className={`heart-button ${className}`}
    />
  )
}

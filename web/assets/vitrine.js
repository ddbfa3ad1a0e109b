// Progressive enhancement: the pages work without this script.

/** Marks the current tab, which is the fragment of the URL, also for screen readers. */
function markTab () {
  const links = [...document.querySelectorAll('[data-tab]')]
  if (links.length === 0) return
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
  const shown = target?.closest('.panel')?.id ?? links[0].dataset.tab
  for (const link of links) {
    if (link.dataset.tab === shown) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

/** Adds a button to each secret that copies it, or selects it if copying is impossible. */
function addCopyButtons () {
  for (const secret of document.querySelectorAll('[data-copy]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = secret.dataset.copy
    button.setAttribute('aria-label', secret.dataset.copyName)
    button.addEventListener('click', async () => {
      window.getSelection().selectAllChildren(secret)
      try {
        await navigator.clipboard.writeText(secret.textContent)
        tell(button, secret.dataset.copied, secret.dataset.copy)
      } catch {
        // Without TLS browsers do not let pages write to the clipboard.
        tell(button, secret.dataset.selected, secret.dataset.copy)
      }
    })
    secret.after(button)
  }
}

let announcer

/** @param before the label that the button gets back after a moment. */
function tell (button, text, before) {
  button.textContent = text
  announcer ??= document.body.appendChild(
    Object.assign(document.createElement('p'), { className: 'unseen', role: 'status' })
  )
  announcer.textContent = `${text}: ${button.getAttribute('aria-label')}`
  setTimeout(() => { button.textContent = before }, 2000)
}

/** Keeps only one confirmation open at a time, and closes it on Escape. */
function guardConfirmations () {
  const questions = [...document.querySelectorAll('details.confirm')]
  for (const question of questions) {
    question.addEventListener('toggle', () => {
      if (question.open) for (const other of questions) if (other !== question) other.open = false
    })
    question.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !question.open) return
      question.open = false
      question.querySelector('summary').focus()
    })
  }
}

/** Removes the message parameter from the URL, so that reloading the page does not show the message again. */
function forgetMessage () {
  const address = new URL(window.location.href)
  if (!address.searchParams.has('done')) return
  address.searchParams.delete('done')
  window.history.replaceState(null, '', address)
}

window.addEventListener('hashchange', markTab)
markTab()
addCopyButtons()
guardConfirmations()
forgetMessage()

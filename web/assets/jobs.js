// Updates the state of running jobs on the page. Without this script the browser reloads the page every few seconds.

const INTERVAL = 1500
const LONGEST_INTERVAL = 30_000

/** The latest HTML of each element from the server, by id. Unchanged elements stay, so open dialogs do not close. */
const shown = new Map()
for (const element of document.querySelectorAll('[data-live]')) shown.set(element.id, element.innerHTML)

const isUnderWay = () => document.querySelector('[data-under-way]') !== null

/** Replaces what changed. If the focused element is gone, the focus moves to the beginning of the page. */
function update (fresh) {
  for (const element of document.querySelectorAll('[data-live]')) {
    const text = fresh.getElementById(element.id)?.innerHTML
    if (text === undefined || text === shown.get(element.id)) continue
    const hadFocus = element.contains(document.activeElement)
    const heldId = document.activeElement?.id
    element.innerHTML = text
    shown.set(element.id, text)
    if (hadFocus) (document.getElementById(heldId) ?? document.getElementById('content')).focus()
  }
}

let interval = INTERVAL

async function follow () {
  try {
    if (!document.hidden) {
      const answer = await fetch(window.location.href, { headers: { accept: 'text/html' } })
      // The user is signed out: load the page, which says so.
      if (answer.redirected || answer.status === 404) return window.location.reload()
      if (!answer.ok) throw new Error(String(answer.status))
      update(new window.DOMParser().parseFromString(await answer.text(), 'text/html'))
    }
    interval = INTERVAL
  } catch {
    interval = Math.min(interval * 2, LONGEST_INTERVAL)
  }
  if (isUnderWay()) setTimeout(follow, interval)
}

if (isUnderWay()) setTimeout(follow, interval)

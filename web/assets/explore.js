// Zooms a picture by wheel, buttons, keys, and touch. Without this script the picture is a link.

const SCALE_MAX = 12
const STEP = 1.5
const MOVE = 60

/** Zooms one picture. `place` holds a link with an image; `data-large` is the picture to show when zoomed. */
class Zoom {
  scale = 1
  x = 0
  y = 0
  pointers = new Map()
  moved = false

  constructor (place) {
    this.place = place
    this.link = place.querySelector('a')
    this.image = place.querySelector('img')
    this.words = JSON.parse(place.dataset.words)
    this.image.draggable = false
    this.link.setAttribute('aria-label', `${this.image.alt}. ${this.words.keys}`)
    this.addTools()
    this.link.addEventListener('click', (event) => this.click(event))
    this.link.addEventListener('keydown', (event) => this.key(event))
    place.addEventListener('wheel', (event) => this.wheel(event), { passive: false })
    this.link.addEventListener('pointerdown', (event) => this.press(event))
    this.link.addEventListener('pointermove', (event) => this.drag(event))
    for (const name of ['pointerup', 'pointercancel']) this.link.addEventListener(name, (event) => this.release(event))
  }

  static of (place) {
    return new Zoom(place)
  }

  addTools () {
    const tools = document.createElement('div')
    tools.className = 'tools'
    const add = (sign, name, work) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = sign
      button.setAttribute('aria-label', name)
      button.title = name
      button.addEventListener('click', work)
      tools.append(button)
    }
    add('+', this.words.in, () => this.zoom(STEP))
    add('−', this.words.out, () => this.zoom(1 / STEP))
    add('⤢', this.words.all, () => this.reset())
    this.place.append(tools)
  }

  /** @param at the point that stays where it is, relative to the middle of the picture; default: the middle. */
  zoom (factor, at = { x: 0, y: 0 }) {
    const scale = Math.min(SCALE_MAX, Math.max(1, this.scale * factor))
    const by = scale / this.scale
    this.x = at.x - (at.x - this.x) * by
    this.y = at.y - (at.y - this.y) * by
    this.scale = scale
    if (scale > 1) this.sharpen()
    this.show()
  }

  reset () {
    this.scale = 1
    this.show()
  }

  move (x, y) {
    this.x += x
    this.y += y
    this.show()
  }

  /** Replaces the thumbnail by the original picture, once. */
  sharpen () {
    const { large } = this.place.dataset
    if (large === undefined) return
    delete this.place.dataset.large
    const { width, height } = this.image.getBoundingClientRect()
    const loaded = new window.Image()
    loaded.addEventListener('load', () => {
      // Use the size of the thumbnail, so that the layout does not shift.
      this.image.style.width = `${width / this.scale}px`
      this.image.style.height = `${height / this.scale}px`
      this.image.src = large
    })
    loaded.src = large
  }

  show () {
    const isZoomed = this.scale > 1
    const room = { x: this.image.offsetWidth * (this.scale - 1) / 2, y: this.image.offsetHeight * (this.scale - 1) / 2 }
    this.x = Math.max(-room.x, Math.min(room.x, this.x))
    this.y = Math.max(-room.y, Math.min(room.y, this.y))
    this.place.classList.toggle('is-zoomed', isZoomed)
    this.image.style.transform = isZoomed ? `translate(${this.x}px, ${this.y}px) scale(${this.scale})` : ''
  }

  pointOf (event) {
    const box = this.link.getBoundingClientRect()
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
  }

  click (event) {
    // With a modifier key pressed, the browser follows the link as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (this.moved) return
    if (this.scale === 1) this.zoom(STEP * STEP, event.detail === 0 ? undefined : this.pointOf(event))
    else this.reset()
  }

  key (event) {
    const moves = { ArrowLeft: [MOVE, 0], ArrowRight: [-MOVE, 0], ArrowUp: [0, MOVE], ArrowDown: [0, -MOVE] }
    const move = this.scale > 1 ? moves[event.key] : undefined
    if (event.key === '+' || event.key === '=') this.zoom(STEP)
    else if (event.key === '-') this.zoom(1 / STEP)
    else if (event.key === '0' || (event.key === 'Escape' && this.scale > 1)) this.reset()
    else if (move !== undefined) this.move(...move)
    else return
    event.preventDefault()
  }

  wheel (event) {
    // The wheel scrolls the page until the picture has been enlarged or focused.
    if (!event.ctrlKey && this.scale === 1 && document.activeElement !== this.link) return
    const factor = Math.exp(-event.deltaY / 400)
    if (this.scale === 1 && factor < 1) return
    event.preventDefault()
    this.zoom(factor, this.pointOf(event))
  }

  press (event) {
    this.moved = false
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.scale > 1 || this.pointers.size > 1) this.link.setPointerCapture(event.pointerId)
    this.place.classList.toggle('is-held', this.scale > 1)
  }

  drag (event) {
    const before = this.pointers.get(event.pointerId)
    if (before === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      const distance = (point) => Math.hypot(point.x - other.x, point.y - other.y)
      this.moved = true
      this.zoom(distance(now) / Math.max(1, distance(before)), this.pointOf(event))
    } else if (this.scale > 1) {
      if (Math.hypot(now.x - before.x, now.y - before.y) > 2) this.moved = true
      this.move(now.x - before.x, now.y - before.y)
    }
    this.pointers.set(event.pointerId, now)
  }

  release (event) {
    this.pointers.delete(event.pointerId)
    if (this.pointers.size === 0) this.place.classList.remove('is-held')
  }
}

for (const place of document.querySelectorAll('[data-zoom]')) Zoom.of(place)

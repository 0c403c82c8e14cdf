// Uses each figure as a reader may, so that it is not only looked at as it comes up.

const press = (figure, name) => figure.getByRole("button", { name, exact: true }).click();
const slide = (figure, name, value) =>
  figure.locator("label.slider", { hasText: name }).locator("input").evaluate((input, v) => {
    input.value = String(v);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
/** Moves a handle with arrow keys: so many steps to the right and up. */
async function move(page, figure, name, right, up) {
  await figure.locator(`.handle[aria-label="${name}"]`).focus();
  const across = right > 0 ? "ArrowRight" : "ArrowLeft", along = up > 0 ? "ArrowUp" : "ArrowDown";
  for (let k = 0; k < Math.abs(right); ++k) await page.keyboard.press(across);
  for (let k = 0; k < Math.abs(up); ++k) await page.keyboard.press(along);
}

/** What a reader may do with each figure. */
export const useFigure = {
  bullet: async (page, f) => { await slide(f, "speed", 40); await move(page, f, "Target", 0, -12);
                               await slide(f, "slow motion", 0.6); },
  square: async (page, f) => { await move(page, f, "Point at the end", -10, 5);
                               await press(f, "To the end"); },
  directions: async (page, f) => { await press(f, "a near miss");
                                   for (let k = 0; k < 3; ++k) await press(f, "Next direction"); },
  "last-bit": async (page, f) => { await press(f, "end of an edge");
                                   await move(page, f, "Nudge of both coordinates", 3, 2); },
  separation: async (page, f) => { await press(f, "a share of the distance");
                                   await move(page, f, "Bead", 8, 0); },
  turning: async (page, f) => { await slide(f, "angle", 170); await move(page, f, "Post", -60, 4);
                                await slide(f, "time t", 0.45); },
  screen: async (page, f) => { await press(f, "exact curves"); await press(f, "Next collision"); },
  chain: async (page, f) => { await press(f, "intervals"); await slide(f, "time t", 0.6);
                              await slide(f, "pieces of time", 1);
                              await move(page, f, "Obstacle", -25, -5); },
  cloth: async (page, f) => { await slide(f, "time t", 0.92); },
  proof: async (page, f) => { await press(f, "Turn a direction round");
                              await slide(f, "time t", 0.62); },
};

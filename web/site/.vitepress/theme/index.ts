/** VitePress' own theme without its fonts, in our colours, with the live figures. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../../../style/tokens.css';
import './site.css';

declare const __FIRSTCONTACT_FIGURES__: boolean;

let loaded = false;

/** Loads the figures once a page has one. They are a bundle of their own (web/build_figures.mjs). */
async function loadFigures(base: string): Promise<void> {
  if (!__FIRSTCONTACT_FIGURES__ || loaded || !document.querySelector('fc-figure')) return;
  loaded = true;
  await import(/* @vite-ignore */ `${base}figures/figures.js`);
}

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app, router, siteData }) {
    if (import.meta.env.SSR) return;
    router.onAfterRouteChange = () => void loadFigures(siteData.value.base);
    app.mixin({ mounted: () => void loadFigures(siteData.value.base) });
  },
};
export default theme;

// The least that three.js can draw of a mesh: one surface of one colour, turned as fast as the browser
// allows. It tells how fast the viewer could be at best.
import * as three from "three";

declare global {
  interface Window {
    turnBareMesh: (side: number, width: number, height: number, milliseconds: number) => Promise<number>;
  }
}

/// Frames per second of a grid of 2 (side - 1)² triangles in a picture of this size.
window.turnBareMesh = async (side, width, height, milliseconds) => {
  const canvas = document.createElement("canvas");
  document.body.replaceChildren(canvas);
  const renderer = new three.WebGLRenderer({canvas, antialias: false});
  renderer.setSize(width, height);
  const geometry = new three.PlaneGeometry(2, 2, side - 1, side - 1);
  const place = geometry.getAttribute("position");
  for (let i = 0; i < place.count; ++i)
    place.setZ(i, 0.2 * Math.sin(6 * place.getX(i)) * Math.cos(5 * place.getY(i)));
  const scene = new three.Scene(), camera = new three.PerspectiveCamera(35, width / height, 0.1, 100);
  scene.add(new three.Mesh(geometry,
    new three.MeshBasicMaterial({color: 0x3377aa, side: three.DoubleSide})));
  let frames = -3, begun = 0;  // the first frames compile and upload
  for (;;) {
    const turn = 0.13 * frames;
    camera.position.set(3.4 * Math.cos(turn), 2.2, 3.4 * Math.sin(turn));
    camera.lookAt(0, 0, 0);
    renderer.render(scene, camera);
    await new Promise((done) => requestAnimationFrame(done));
    frames += 1;
    if (frames === 0) begun = performance.now();
    else if (frames > 0 && performance.now() - begun > milliseconds) break;
  }
  const rate = 1000 * frames / (performance.now() - begun);
  renderer.dispose();
  renderer.forceContextLoss();
  return rate;
};

// A path tracer for dice under a cup on a clear plate, as the table's camera sees them from below.
//
// Lengths are mm, colours and light are linear, z points up. The plate's top is z = 0, its underside
// z = -thickness; camera and lamps are below it. Camera rays refract at both faces of the plate, both faces
// mirror the lamps, and light that is asked for from above the plate is found through it by Newton's method on
// Snell's law. Dice are signed distance fields: rounded boxes, some cut by a sphere, with painted or drilled
// pips; clear bodies absorb and refract, so that the pips of their far sides shine through.
//
// Built and called by tracer.py, whose structures must match those marked "in" here.
// Sources: Snell and Fresnel; GGX (Walter et al. 2007); R2 sequence (Roberts 2018); sphere tracing (Hart 1996).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

using std::clamp;
using std::max;
using std::min;

namespace {

constexpr float PI = 3.14159265f, FAR = 1e30f, GLASS = 1.49f;

// Vectors -------------------------------------------------------------------------------------------------

struct Vec {
  float x, y, z;
};
struct Turn {
  Vec rows[3];
};

inline Vec grey(float a) { return {a, a, a}; }
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
inline Vec operator*(Vec a, Vec b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline float length(Vec a) { return sqrtf(dot(a, a)); }
inline Vec unit(Vec a) { return a * (1 / sqrtf(dot(a, a) + 1e-30f)); }
inline Vec mix(Vec a, Vec b, float t) { return a * (1 - t) + b * t; }
inline Vec positive(Vec a) { return {fabsf(a.x), fabsf(a.y), fabsf(a.z)}; }
inline float luminance(Vec a) { return .2126f * a.x + .7152f * a.y + .0722f * a.z; }
inline Vec absorbed(Vec density, float mm) {
  return {expf(-density.x * mm), expf(-density.y * mm), expf(-density.z * mm)};
}
inline Vec apply(const Turn &m, Vec v) { return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)}; }
inline Vec undo(const Turn &m, Vec v) { return m.rows[0] * v.x + m.rows[1] * v.y + m.rows[2] * v.z; }

Turn turned_by(Vec spin, const Turn &m) {
  float angle = length(spin);
  if (angle < 1e-7f) return m;
  Vec k = spin * (1 / angle);
  float c = cosf(angle), s = sinf(angle);
  auto rotate = [&](Vec v) { return v * c + cross(k, v) * s + k * (dot(k, v) * (1 - c)); };
  Vec a = rotate({m.rows[0].x, m.rows[1].x, m.rows[2].x}), b = rotate({m.rows[0].y, m.rows[1].y, m.rows[2].y}),
      d = rotate({m.rows[0].z, m.rows[1].z, m.rows[2].z});
  return {{{a.x, b.x, d.x}, {a.y, b.y, d.y}, {a.z, b.z, d.z}}};
}

void basis(Vec n, Vec &a, Vec &b) {  // Duff et al. 2017
  float s = n.z >= 0 ? 1.f : -1.f, k = -1 / (s + n.z), m = n.x * n.y * k;
  a = {1 + s * n.x * n.x * k, s * m, -s * n.x};
  b = {m, s + n.y * n.y * k, -n.y};
}

// Chance and noise ----------------------------------------------------------------------------------------

struct Chance {  // PCG32
  uint64_t state;
  explicit Chance(uint64_t seed) : state(seed * 6364136223846793005ULL + 1442695040888963407ULL) {
    for (int i = 0; i < 3; i++) next();
  }
  float next() {
    uint64_t old = state;
    state = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t x = ((old >> 18) ^ old) >> 27, r = old >> 59;
    return (((x >> r) | (x << ((-r) & 31))) >> 8) * (1.f / 16777216.f);
  }
};

inline float cell(int x, int y, int z, uint32_t seed) {
  uint32_t h = seed * 374761393u + uint32_t(x) * 668265263u + uint32_t(y) * 2246822519u + uint32_t(z) * 3266489917u;
  h = (h ^ (h >> 15)) * 2246822519u;
  h = (h ^ (h >> 13)) * 3266489917u;
  return ((h ^ (h >> 16)) >> 8) * (1.f / 16777216.f);
}
inline float cell(Vec p, uint32_t seed) { return cell(int(floorf(p.x)), int(floorf(p.y)), int(floorf(p.z)), seed); }

float smooth_noise(Vec p, uint32_t seed) {
  int x = int(floorf(p.x)), y = int(floorf(p.y)), z = int(floorf(p.z));
  float u = p.x - x, v = p.y - y, w = p.z - z, sum = 0;
  u = u * u * (3 - 2 * u), v = v * v * (3 - 2 * v), w = w * w * (3 - 2 * w);
  for (int k = 0; k < 2; k++)
    for (int j = 0; j < 2; j++)
      for (int i = 0; i < 2; i++)
        sum += cell(x + i, y + j, z + k, seed) * (i ? u : 1 - u) * (j ? v : 1 - v) * (k ? w : 1 - w);
  return sum;
}

float cloud(Vec p, uint32_t seed, int octaves) {
  float share = .5f, sum = 0, total = 0;
  for (int i = 0; i < octaves; i++, share *= .5f, p = p * 2.03f) {
    sum += share * smooth_noise(p, seed + i * 17);
    total += share;
  }
  return sum / total;
}

// What is handed in: tracer.py has the same structures, field by field -------------------------------------

struct CameraIn {
  Vec place;
  Turn turn;
  float focal_px, middle_x, middle_y, distortion;
  int32_t width, height;
  float aperture_mm, focus_mm, shutter_s, exposure_s;
};
struct PlateIn {
  float thickness, index, radius;
  int32_t square;
  Vec frame, box;  // the plate's frame, and what shines from inside the box
  float tint;
};
struct PaintIn {  // of the cup's wall or floor
  Vec first, second;
  int32_t texture;
  float grain, bump, gloss, metal;
};
struct CupIn {
  float x, y, radius, top_radius, height, wall;
  int32_t square, clear;
  PaintIn side, floor;
  Vec rim, clear_tint;
  float ambient;
  uint32_t seed;
};
struct RoomIn {  // the pub: light from the horizon and from above, seen through clear cups and beside others
  Vec horizon, zenith;
};
struct FingerIn {  // a capsule below the plate
  int32_t there;
  Vec from, to;
  float radius;
  Vec colour;
};
struct LampIn {  // a disc that shines upwards
  Vec place;
  float radius;
  Vec light;
  float beam;  // exponent of the cosine
};
struct RoomLampIn {  // a cone of light from the room above
  Vec towards;
  float cosine;
  Vec light;
};
struct DieIn {
  Vec place;
  Turn turn;
  Vec velocity, spin, half;
  int32_t upright;  // 1: a cylinder with its axis along z, such as a coin
  float rounding, sphere, depth, pitches[6], rows_of_six, pip_radius, ace_radius;
  Vec body, second, pip, ace, four, absorb;
  float clear, gloss, metal, pearl, glow, ring, wear;
  int32_t pattern;
  float grain, amount;
  int32_t logo, value[6], turned[6];
  uint32_t seed;
};

struct Scene {
  const CameraIn &camera;
  const PlateIn &plate;
  const CupIn &cup;
  const RoomIn &room;
  const FingerIn &finger;
  std::vector<LampIn> lamps;
  std::vector<RoomLampIn> room_lamps;
  std::vector<struct Die> dice;
  const float *below, *above;  // dirt on both faces of the plate
  int dirt_px;
  float dirt_mm;
  bool moving;
};

// Dice ----------------------------------------------------------------------------------------------------

struct Pose {
  Vec place;
  Turn turn;
  Vec to_body(Vec p) const { return undo(turn, p - place); }
  Vec way_to_body(Vec d) const { return undo(turn, d); }
};

struct Die {
  DieIn in;
  float reach;             // radius of a sphere round it
  float hollow, ace_hollow;  // radii of the spheres that drill its pips
  int count[6];
  float u[6][7], v[6][7];  // pips of each face

  explicit Die(const DieIn &given) : in(given) {
    Vec h = in.half, inner = h - grey(in.rounding);
    reach = min(in.sphere, length(inner) + in.rounding * 1.7321f) + .01f;
    auto radius = [&](float pip) { return in.depth > 0 ? (pip * pip + in.depth * in.depth) / (2 * in.depth) : 1.f; };
    hollow = radius(in.pip_radius), ace_hollow = radius(in.ace_radius);
    for (int f = 0; f < 6; f++) place_pips(f, in.value[f], in.turned[f]);
  }
  void place_pips(int f, int value, int turned) {
    bool other = turned & 1, along = turned & 2;
    float q = in.pitches[value - 1], r = along ? 0 : q;
    int n = 0;
    auto add = [&](float a, float b) { u[f][n] = a, v[f][n] = b, n++; };
    if (value & 1) add(0, 0);
    if (value == 2 || value == 3) other ? (add(q, r), add(-q, -r)) : (add(r, -q), add(-r, q));
    if (value >= 4) {
      float a = value == 6 && other ? in.rows_of_six : q, b = value == 6 && !other ? in.rows_of_six : q;
      add(a, b), add(-a, -b), add(a, -b), add(-a, b);
      if (value == 6) other ? (add(a, 0), add(-a, 0)) : (add(0, b), add(0, -b));
    }
    count[f] = n;
  }
};

inline float cube_distance(const DieIn &d, Vec p) {
  float out;
  if (d.upright) {
    float side = sqrtf(p.x * p.x + p.y * p.y) - d.half.x + d.rounding, flat = fabsf(p.z) - d.half.z + d.rounding;
    float a = max(side, 0.f), b = max(flat, 0.f);
    out = sqrtf(a * a + b * b) + min(max(side, flat), 0.f) - d.rounding;
  } else {
    Vec q = positive(p) - d.half + grey(d.rounding);
    float a = max(q.x, 0.f), b = max(q.y, 0.f), c = max(q.z, 0.f);
    out = sqrtf(a * a + b * b + c * c) + min(max(q.x, max(q.y, q.z)), 0.f) - d.rounding;
  }
  return max(out, length(p) - d.sphere);
}

inline int face_of(const DieIn &d, Vec p, float &u, float &v, float &height) {
  float x = fabsf(p.x) / d.half.x, y = fabsf(p.y) / d.half.y, z = fabsf(p.z) / d.half.z;
  if (x >= y && x >= z) return u = p.y, v = p.z, height = fabsf(p.x), p.x > 0 ? 0 : 1;
  if (y >= z) return u = p.z, v = p.x, height = fabsf(p.y), p.y > 0 ? 2 : 3;
  return u = p.x, v = p.y, height = fabsf(p.z), p.z > 0 ? 4 : 5;
}

float die_distance(const Die &die, Vec p) {
  const DieIn &d = die.in;
  float out = cube_distance(d, p);
  if (out > .25f || d.depth <= 0) return out;
  float u, v, h;
  int f = face_of(d, p, u, v, h);
  float radius = d.value[f] == 1 ? die.ace_hollow : die.hollow, up = h - (d.half.x + radius - d.depth);
  for (int i = 0; i < die.count[f]; i++) {
    float a = u - die.u[f][i], b = v - die.v[f][i];
    out = max(out, radius - sqrtf(a * a + b * b + up * up));
  }
  return out;
}

template <class Distance> Vec slope(Distance distance, Vec p) {  // a tetrahedron's differences
  constexpr float e = .004f;
  const Vec k[4] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
  Vec n = grey(0);
  for (Vec way : k) n = n + way * distance(p + way * e);
  return unit(n);
}

bool hit_die(const Die &die, Vec from, Vec way, float farthest, float &t) {
  float b = dot(from, way), root = b * b - dot(from, from) + die.reach * die.reach;
  if (root < 0) return false;
  root = sqrtf(root);
  if (-b + root < 0) return false;
  t = max(-b - root, 0.f);
  float end = min(farthest, -b + root);
  for (int i = 0; i < 90 && t <= end; i++) {
    float step = die_distance(die, from + way * t);
    if (step < .0015f) return t < farthest;
    t += step;
  }
  return false;
}

float way_out(const Die &die, Vec from, Vec way) {
  float t = .002f;
  for (int i = 0; i < 80; i++) {
    float step = -cube_distance(die.in, from + way * t);
    if (step < .0015f) break;
    t += step;
  }
  return t;
}

bool on_logo(float share, float angle, uint32_t seed) {  // of a house's own ace: a star, a ring, a cross, a moon
  switch (seed % 4) {
    case 0: return share < .55f + .45f * cosf(angle * (5 + seed % 3));
    case 1: return share < .35f || (share > .6f && share < .9f);
    case 2: return share < .95f && min(fabsf(sinf(angle)), fabsf(cosf(angle))) * share < .18f;
    default: return share < 1 && share * share - 1.1f * share * cosf(angle) + .3f > .36f;
  }
}

int pip_at(const Die &die, Vec p, int &f) {
  const DieIn &d = die.in;
  float u, v, h;
  f = face_of(d, p, u, v, h);
  bool ace = d.value[f] == 1;
  float radius = ace ? d.ace_radius : d.pip_radius;
  for (int i = 0; i < die.count[f]; i++) {
    float a = u - die.u[f][i], b = v - die.v[f][i], angle = atan2f(b, a);
    float share = sqrtf(a * a + b * b) / (radius * (1 + .1f * d.wear * sinf(angle * 3 + d.seed % 7 + i)));
    if (ace && d.logo) return on_logo(share * .62f, angle, d.seed) ? i : -1;
    if (share < 1 && (d.ring <= 0 || ace || share > d.ring)) return i;
  }
  return -1;
}

inline Vec ink_of(const DieIn &d, int f) { return d.value[f] == 1 ? d.ace : d.value[f] == 4 ? d.four : d.pip; }

inline float cut(float x, float softness) { return clamp(x / softness + .5f, 0.f, 1.f); }

Vec body_colour(const DieIn &d, Vec p) {
  if (!d.pattern) return d.body;
  Vec warp = grey(.5f);
  if (d.pattern % 2) warp = {cloud(p * .2f, d.seed + 9, 2), cloud(p * .2f, d.seed + 31, 2), cloud(p * .2f, d.seed + 53, 2)};
  Vec way = unit({cell(1, 2, 3, d.seed) - .5f, cell(4, 5, 6, d.seed) - .5f, cell(7, 8, 9, d.seed) - .4f});
  float share = 0;
  switch (d.pattern) {
    case 1: share = cut(cloud(p * d.grain + warp * 3, d.seed, 3) - .5f, .2f); break;                      // marble
    case 2: share = cell(p * (8 * d.grain), d.seed) < .35f ? 1.f : 0.f; break;                            // speckles
    case 3: share = cut(sinf(dot(p, way) * 2.5f * d.grain + (warp.x + warp.y) * 9), .7f); break;         // swirl
    case 4: {                                                                                            // glitter
      float h = cell(p * (12 * d.grain), d.seed);
      return mix(d.body, d.second * (4 * h * h), h > .6f ? d.amount : 0);
    }
    case 5: share = cut(dot(p, way) + 4 * (warp.z - .5f), .3f); break;                                   // two-tone
    case 6: {                                                                                            // wood
      Vec q = {p.x * .15f, p.y + 14, p.z + 9};
      share = cut(sinf((sqrtf(q.y * q.y + q.z * q.z) + 3 * cloud(q * .3f, d.seed, 2)) * 5 * d.grain), 1.5f);
      break;
    }
    case 7: share = cut(.05f - fabsf(cloud(p * d.grain + warp * 2, d.seed, 3) - .5f), .03f); break;      // veins
    case 8: share = cloud(p * d.grain * .6f, d.seed, 2); break;                                          // clouds
  }
  return mix(d.body, d.second, share * d.amount);
}

// Materials -----------------------------------------------------------------------------------------------

struct Material {
  Vec matt, mirror;  // diffuse albedo, and what is mirrored straight on
  float gloss;       // GGX roughness
};

inline float fifth(float x) { return x * x * x * x * x; }
inline Vec schlick(Vec mirror, float cosine) { return mirror + (grey(1) - mirror) * fifth(1 - clamp(cosine, 0.f, 1.f)); }
inline float fresnel(float cosine, float from, float to) {
  cosine = fabsf(cosine);
  float sine = from / to * from / to * (1 - cosine * cosine);
  if (sine >= 1) return 1;
  float inner = sqrtf(1 - sine), a = (from * cosine - to * inner) / (from * cosine + to * inner),
        b = (from * inner - to * cosine) / (from * inner + to * cosine);
  return .5f * (a * a + b * b);
}
inline bool refract(Vec way, Vec n, float ratio, Vec &out) {
  float c = -dot(way, n), k = 1 - ratio * ratio * (1 - c * c);
  if (k < 0) return false;
  out = unit(way * ratio + n * (ratio * c - sqrtf(k)));
  return true;
}
inline float shadowed(float cosine, float gloss) {
  float a = gloss * gloss;
  return 2 * cosine / (cosine + sqrtf(a + (1 - a) * cosine * cosine) + 1e-9f);
}

Vec reflected(const Material &m, Vec n, Vec out, Vec in) {  // what goes out of what comes in, with the cosine
  float ci = dot(n, in), co = dot(n, out);
  if (ci <= 0 || co <= 0) return grey(0);
  Vec h = unit(out + in);
  float nh = dot(n, h), a = m.gloss * m.gloss, d = nh * nh * (a - 1) + 1;
  float lobe = a / (PI * d * d) * shadowed(ci, m.gloss) * shadowed(co, m.gloss) / (4 * ci * co + 1e-6f);
  Vec matt = m.matt * (grey(1) - schlick(m.mirror, ci)) * (grey(1) - schlick(m.mirror, co)) * (1.08f / PI);
  return (matt + schlick(m.mirror, dot(out, h)) * lobe) * ci;
}

Material face_material(const Die &die, Vec p, float facing, int &f, int &pip) {
  const DieIn &d = die.in;
  pip = pip_at(die, p, f);
  float worn = d.wear > 0 ? cloud(p * 1.1f, d.seed + 3, 3) : 0;
  if (pip >= 0) {
    Vec ink = ink_of(d, f);
    if (d.wear > 0 && worn > 1 - .42f * d.wear) ink = mix(ink, d.body, .6f);
    return {ink, grey(.04f), min(.6f, d.gloss * 1.5f)};
  }
  Vec body = body_colour(d, p);
  if (d.wear > 0) body = body * (1 - d.wear * clamp((worn - .45f) * 2.2f, 0.f, 1.f));
  if (d.pearl > 0) body = mix(body, d.second, d.pearl * clamp(1.2f - facing + .6f * (cloud(p * .3f, d.seed, 2) - .5f), 0.f, 1.f));
  return {body * (1 - d.metal), mix(grey(.04f + .08f * d.pearl), body, d.metal), d.gloss};
}

// Light ---------------------------------------------------------------------------------------------------

struct Walk {  // one path on its way
  const Scene &scene;
  Chance &chance;
  Pose poses[16];
};

Vec through_dice(Walk &walk, Vec from, Vec way, float farthest, int skip = -1) {
  Vec left = grey(1);
  for (size_t i = 0; i < walk.scene.dice.size(); i++) {
    const Die &die = walk.scene.dice[i];
    Vec apart = walk.poses[i].place - from;
    float along = dot(apart, way);
    if (dot(apart, apart) - along * along > die.reach * die.reach) continue;
    if (int(i) == skip && die.in.clear > 0) continue;
    Vec p = walk.poses[i].to_body(from), d = walk.poses[i].way_to_body(way);
    float t;
    if (!hit_die(die, p, d, farthest, t)) continue;
    if (die.in.clear <= 0) return grey(0);
    left = left * absorbed(die.in.absorb, way_out(die, p + d * (t + .004f), d)) * ((.2f + .8f * die.in.clear) * .85f);
  }
  return left;
}

// The way from a point above the plate to a lamp below it, how large the lamp is there, and what gets through.
void find_lamp(const PlateIn &plate, Vec x, Vec lamp, Vec &way, float &solid, float &passes) {
  float n = plate.index, t = plate.thickness, air = max(x.z, 0.f) - t - lamp.z, dx = lamp.x - x.x, dy = lamp.y - x.y;
  float off = sqrtf(dx * dx + dy * dy), sine = off / sqrtf(off * off + (air + t / n) * (air + t / n));
  for (int i = 0; i < 2; i++) {
    float c = sqrtf(1 - sine * sine), inner = sqrtf(n * n - sine * sine);
    float miss = air * sine / c + t * sine / inner - off, gain = air / (c * c * c) + t * n * n / (inner * inner * inner);
    sine = clamp(sine - miss / gain, 0.f, .9995f);
  }
  float c = sqrtf(1 - sine * sine), inner = sqrtf(1 - sine * sine / (n * n));
  float scale = off > 1e-6f ? sine / off : 0;
  way = {dx * scale, dy * scale, -c};
  solid = 1 / ((air / c + t / (n * inner)) * (air / (c * c) + t * c / (n * inner * inner * inner)));
  float lost = fresnel(c, 1, n);
  passes = (1 - lost) * (1 - lost) * plate.tint;
}

inline float in_beam(const LampIn &lamp, Vec way) { return lamp.beam == 1 ? 1.f : powf(max(-way.z, 0.f), lamp.beam - 1); }

Vec lit(Walk &walk, Vec x, Vec n, Vec out, const Material &m, int tries, float start, int skip = -1) {
  const Scene &s = walk.scene;
  Vec sum = grey(0);
  int count = s.lamps.size();
  tries = min(tries, count);
  for (int k = 0; k < tries; k++) {
    const LampIn &lamp = s.lamps[min(count - 1, int((k + start) / tries * count))];
    float r = lamp.radius * sqrtf(walk.chance.next()), turn = 2 * PI * walk.chance.next(), solid, passes;
    Vec way;
    find_lamp(s.plate, x, lamp.place + Vec{r * cosf(turn), r * sinf(turn), 0}, way, solid, passes);
    if (dot(way, n) <= 0) continue;
    float weight = in_beam(lamp, way) * solid * passes * PI * lamp.radius * lamp.radius * count / tries;
    Vec light = reflected(m, n, out, way) * lamp.light * weight;
    if (luminance(light) < 1e-9f) continue;
    sum = sum + light * through_dice(walk, x + n * .02f, way, x.z / -way.z, skip);
  }
  if (s.room_lamps.empty() || !s.cup.clear) return sum;
  int above = s.room_lamps.size();
  const RoomLampIn &lamp = s.room_lamps[min(above - 1, int(walk.chance.next() * above))];
  Vec a, b;
  basis(lamp.towards, a, b);
  float c = 1 - walk.chance.next() * (1 - lamp.cosine), sine = sqrtf(1 - c * c), turn = 2 * PI * walk.chance.next();
  Vec way = unit(a * (sine * cosf(turn)) + b * (sine * sinf(turn)) + lamp.towards * c);
  if (dot(way, n) <= 0) return sum;
  Vec light = reflected(m, n, out, way) * lamp.light * (2 * PI * (1 - lamp.cosine) * above * .85f);
  return sum + light * through_dice(walk, x + n * .02f, way, 200, skip) * mix(grey(1), s.cup.clear_tint, .5f);
}

Vec lit_below(const Scene &s, Vec x, Vec n, Vec matt, Chance &chance) {  // what lies under the plate, or is dirt on it
  Vec sum = grey(0);
  int count = s.lamps.size(), tries = min(count, 4);
  float start = chance.next();
  for (int k = 0; k < tries; k++) {
    const LampIn &lamp = s.lamps[min(count - 1, int((k + start) / tries * count))];
    Vec d = lamp.place - x;
    float far = length(d);
    d = d * (1 / far);
    if (d.z >= 0 || dot(d, n) <= 0) continue;
    float weight = in_beam(lamp, d) * -d.z * dot(d, n) * lamp.radius * lamp.radius / (far * far) * count / tries;
    sum = sum + matt * lamp.light * weight;
  }
  return sum;
}

Vec room(const Scene &s, Vec way, bool lamps) {
  Vec light = mix(s.room.horizon, s.room.zenith, max(0.f, way.z));
  if (!lamps) return light;
  for (const RoomLampIn &lamp : s.room_lamps) {
    float k = dot(lamp.towards, way), off = (k - lamp.cosine) / (1 - lamp.cosine);
    if (k > lamp.cosine) light = light + lamp.light;
    else if (off > -3) light = light + lamp.light * (.02f * expf(off * 1.5f));
  }
  return light;
}

Vec box(const Scene &s, Vec from, Vec way, bool lamps) {  // what is seen on looking down below the plate
  if (way.z < -1e-4f && lamps)
    for (const LampIn &lamp : s.lamps) {
      float t = (lamp.place.z - from.z) / way.z;
      Vec off = from + way * t - lamp.place;
      if (t > 0 && off.x * off.x + off.y * off.y < lamp.radius * lamp.radius) return lamp.light * in_beam(lamp, way);
    }
  return s.plate.box;
}

Vec matt_way(Vec n, Chance &chance) {
  Vec a, b;
  basis(n, a, b);
  float u = chance.next(), turn = 2 * PI * chance.next(), r = sqrtf(u);
  return unit(a * (r * cosf(turn)) + b * (r * sinf(turn)) + n * sqrtf(1 - u));
}

// The cup -------------------------------------------------------------------------------------------------

bool hit_wall(const CupIn &cup, Vec from, Vec way, float &t, Vec &n) {
  float k = (cup.top_radius - cup.radius) / cup.height, x = from.x - cup.x, y = from.y - cup.y;
  if (cup.square) {
    bool found = false;
    for (int side = 0; side < 4; side++) {
      float sign = side & 1 ? -1.f : 1.f, at = side < 2 ? x : y, d = side < 2 ? way.x : way.y;
      float gain = sign * d - k * way.z, s = (cup.radius + k * from.z - sign * at) / gain;
      if (gain <= 1e-9f || s < .02f || s >= t) continue;
      float z = from.z + way.z * s;
      if (z < 0 || z > cup.height) continue;
      t = s, found = true;
      n = unit(side < 2 ? Vec{-sign, 0, k} : Vec{0, -sign, k});
    }
    return found;
  }
  float r = cup.radius + k * from.z, a = way.x * way.x + way.y * way.y - k * k * way.z * way.z,
        b = x * way.x + y * way.y - k * way.z * r, c = x * x + y * y - r * r, root = b * b - a * c;
  if (fabsf(a) < 1e-9f || root <= 0) return false;
  root = sqrtf(root);
  float one = min((-b - root) / a, (-b + root) / a), other = max((-b - root) / a, (-b + root) / a);
  float s = one > .02f ? one : other, z = from.z + way.z * s;
  if (s <= 1e-3f || s >= t || z < 0 || z > cup.height) return false;
  t = s;
  float px = x + way.x * s, py = y + way.y * s, out = sqrtf(px * px + py * py);
  n = unit({-px / out, -py / out, k});
  return true;
}

float texture(const PaintIn &paint, Vec p, uint32_t seed, int octaves) {
  float plain = cloud(p * paint.grain, seed, octaves), angle = atan2f(p.y, p.x), r = sqrtf(p.x * p.x + p.y * p.y);
  switch (paint.texture) {
    case 1: return 1 - clamp(fabsf(cloud(p * paint.grain, seed + 7, octaves) - .5f) * 5, 0.f, 1.f);  // leather
    case 2: return cut(plain - .5f, .33f);                                                          // brushed, grained
    case 3: return .2f * plain + (sinf(angle * 12 + p.z * .1f) > 0 ? .8f : 0.f);                     // stripes
    case 4: return .5f * plain + .5f * cell(p * 3, seed);                                           // felt
    case 5: return cut(sinf(r * paint.grain * 1.6f), .4f);                                          // rings
    case 6: return (int(floorf(p.x * paint.grain * .3f)) + int(floorf((p.y + p.z) * paint.grain * .3f))) & 1 ? 1.f : 0.f;
    case 7: return cell({p.x * paint.grain * .5f, (p.y + p.z) * paint.grain * .25f, 0}, seed) > .6f ? 1.f : 0.f;  // print
    default: return plain;
  }
}

// One path ------------------------------------------------------------------------------------------------

struct Path {
  Vec from, way, light = grey(0), left = grey(1);
  bool seen_straight = true;  // lamps count only where nothing has asked for them already
  int inside = -1;
};

bool leave_clear_body(Walk &walk, Path &path) {  // one stretch inside a clear die; always goes on
  const Die &die = walk.scene.dice[path.inside];
  const Pose &pose = walk.poses[path.inside];
  Vec p = pose.to_body(path.from), d = pose.way_to_body(path.way);
  float far = way_out(die, p, d);
  path.left = path.left * absorbed(die.in.absorb, far);
  Vec at = p + d * far;
  auto body = [&](Vec q) { return cube_distance(die.in, q); };
  Vec x = apply(pose.turn, at) + pose.place, n = apply(pose.turn, slope(body, at));
  int f;
  if (pip_at(die, at, f) >= 0) {  // a pip seen from within, lit through the body
    Material ink{ink_of(die.in, f), grey(0), .6f};
    Vec start = x - n * .05f, back = -n;
    int count = walk.scene.lamps.size();
    if (count) {
      const LampIn &lamp = walk.scene.lamps[min(count - 1, int(walk.chance.next() * count))];
      Vec way;
      float solid, passes;
      find_lamp(walk.scene.plate, start, lamp.place, way, solid, passes);
      if (dot(way, back) > 0) {
        Vec thinned = absorbed(die.in.absorb, way_out(die, pose.to_body(start), pose.way_to_body(way)));
        Vec open = through_dice(walk, start, way, start.z / -way.z, path.inside);
        float weight = solid * passes * PI * lamp.radius * lamp.radius * count * .9f;
        path.light = path.light + path.left * reflected(ink, back, -path.way, way) * lamp.light * thinned * open * weight;
      }
    }
    path.way = matt_way(back, walk.chance), path.left = path.left * ink.matt, path.from = start;
    return true;
  }
  Vec out;
  if (walk.chance.next() < fresnel(dot(path.way, n), GLASS, 1) || !refract(path.way, -n, GLASS, out)) {
    path.way = unit(path.way - n * (2 * dot(path.way, n))), path.from = x - n * .01f;
  } else {
    path.way = out, path.from = x + n * .02f, path.inside = -1;
  }
  return true;
}

bool bounce(Walk &walk, Path &path, const Material &m, Vec x, Vec n) {
  Vec out = -path.way;
  float co = max(dot(n, out), 1e-4f), odds = clamp(luminance(schlick(m.mirror, co)) * 2, .08f, .9f);
  if (luminance(m.matt) < .01f) odds = .98f;
  if (walk.chance.next() < odds) {
    float u = walk.chance.next(), turn = 2 * PI * walk.chance.next();
    float c = sqrtf((1 - u) / (1 + (m.gloss * m.gloss - 1) * u)), s = sqrtf(max(0.f, 1 - c * c));
    Vec a, b;
    basis(n, a, b);
    Vec h = unit(a * (s * cosf(turn)) + b * (s * sinf(turn)) + n * c);
    float oh = dot(out, h);
    path.way = unit(h * (2 * oh) - out);
    float ci = dot(n, path.way);
    if (ci <= 0 || oh <= 0) return false;
    float weight = shadowed(ci, m.gloss) * shadowed(co, m.gloss) * oh / (max(c * co, 1e-4f) * odds);
    path.left = path.left * schlick(m.mirror, oh) * weight;
  } else {
    path.way = matt_way(n, walk.chance);
    path.left = path.left * m.matt * (grey(1) - schlick(m.mirror, co)) * (1 / (1 - odds));
  }
  path.from = x + n * .02f, path.seen_straight = false;
  return luminance(path.left) > .008f;
}

bool meet_die(Walk &walk, Path &path, int index, float t, int depth, float start, int *what) {
  const Die &die = walk.scene.dice[index];
  const Pose &pose = walk.poses[index];
  Vec x = path.from + path.way * t, out = -path.way, p = pose.to_body(x);
  auto whole = [&](Vec q) { return die_distance(die, q); };
  Vec n = apply(pose.turn, slope(whole, p));
  int f, pip;
  Material m = face_material(die, p, dot(n, out), f, pip);
  if (what && !depth) *what = index * 1000 + f * 10 + pip + 1;
  if (dot(n, out) <= 0) n = unit(n + out * (.02f - dot(n, out)));
  if (die.in.glow > 0 && pip < 0) path.light = path.light + path.left * m.matt * die.in.glow;
  if (die.in.clear > 0 && pip < 0 && walk.chance.next() < die.in.clear) {
    Material skin = m;
    skin.matt = grey(0);
    if (depth < 2) path.light = path.light + path.left * lit(walk, x, n, out, skin, 2, walk.chance.next());
    float co = dot(n, out);
    path.seen_straight = false;
    if (walk.chance.next() < fresnel(co, 1, GLASS)) {
      path.way = unit(path.way + n * (2 * co)), path.from = x + n * .02f;
    } else {
      refract(path.way, n, 1 / GLASS, path.way);
      path.from = x - n * .02f, path.inside = index;
    }
    return true;
  }
  int self = die.in.clear > 0 ? index : -1;
  path.light = path.light + path.left * lit(walk, x, n, out, m, depth ? 1 : 3, depth ? walk.chance.next() : start, self);
  return bounce(walk, path, m, x, n);
}

bool meet_clear_cup(Walk &walk, Path &path, Vec x, Vec n, Vec on, int depth) {
  const CupIn &cup = walk.scene.cup;
  float one = fresnel(dot(path.way, n), 1, GLASS), share = 2 * one / (1 + one);
  Vec m = n;
  if (cup.side.bump > 0) {
    constexpr float e = .15f;
    Vec a, b;
    basis(n, a, b);
    float still = smooth_noise(on * .12f, cup.seed), right = smooth_noise((on + Vec{e, 0, 0}) * .12f, cup.seed),
          down = smooth_noise((on + Vec{0, e, e}) * .12f, cup.seed);
    m = unit(n + a * ((right - still) * cup.side.bump / e) + b * ((down - still) * cup.side.bump / e));
  }
  Vec seen = room(walk.scene, unit(path.way + (m - n) * .6f), path.seen_straight);
  path.light = path.light + path.left * cup.clear_tint * seen * (1 - share);
  if (depth > 2 && walk.chance.next() > share) return false;
  if (depth <= 2) path.left = path.left * share;
  path.way = unit(path.way - m * (2 * dot(path.way, m)));
  path.from = x + n * .02f;
  return dot(path.way, n) >= 0;
}

bool meet_cup(Walk &walk, Path &path, bool top, float t, Vec n, int depth, float start, int *what) {
  const CupIn &cup = walk.scene.cup;
  Vec x = path.from + path.way * t, out = -path.way, on = {x.x - cup.x, x.y - cup.y, top ? 0 : x.z};
  if (top) n = {0, 0, -1};
  if (what && !depth) *what = -2;
  if (cup.clear) return meet_clear_cup(walk, path, x, n, on, depth);
  const PaintIn &paint = top ? cup.floor : cup.side;
  if (!top && paint.texture == 2) on = {atan2f(on.y, on.x) * cup.radius, on.z * 8, 0};
  Vec colour = mix(paint.first, paint.second, texture(paint, on, cup.seed, depth ? 1 : 4));
  if (paint.bump > 0 && !depth) {
    float e = .05f / paint.grain;
    Vec a, b;
    basis(n, a, b);
    float still = texture(paint, on, cup.seed, 3), right = texture(paint, on + a * e, cup.seed, 3),
          down = texture(paint, on + b * e, cup.seed, 3);
    n = unit(n - a * ((right - still) / e * .4f * paint.bump) - b * ((down - still) / e * .4f * paint.bump));
    if (dot(n, out) < .02f) n = unit(n + out * (.05f - dot(n, out)));
  }
  Material m{colour * (1 - paint.metal), mix(grey(.04f), colour, paint.metal), paint.gloss};
  path.light = path.light + path.left * (lit(walk, x, n, out, m, depth ? 1 : 3, depth ? walk.chance.next() : start) +
                                         colour * cup.ambient);
  return bounce(walk, path, m, x, n);
}

bool meet_plate(Walk &walk, Path &path, Vec x) {  // from above
  const PlateIn &plate = walk.scene.plate;
  float c = -path.way.z, one = fresnel(c, 1, plate.index), share = 2 * one / (1 + one);
  float sine = (1 - c * c) / (plate.index * plate.index), shift = plate.thickness / sqrtf(1 - sine) / plate.index;
  Vec q = {x.x + path.way.x * shift, x.y + path.way.y * shift, -plate.thickness};
  path.light = path.light + path.left * box(walk.scene, q, path.way, path.seen_straight) * ((1 - share) * plate.tint);
  if (walk.chance.next() > share) return false;
  path.way.z = -path.way.z;
  path.from = {x.x, x.y, .003f};
  return true;
}

Vec trace(Walk &walk, Vec from, Vec way, float start, int *what) {
  const Scene &s = walk.scene;
  Path path{from, way};
  for (int depth = 0; depth < 6; depth++) {
    if (path.inside >= 0) {
      leave_clear_body(walk, path);
      continue;
    }
    path.from.z = max(path.from.z, .003f);  // starts set off a face that stands on the plate stay above it
    float t = FAR;
    int kind = -1;
    Vec n = grey(0);
    if (path.way.z < 0) t = -path.from.z / path.way.z, kind = 102;
    if (path.way.z > 0) {
      float up = (s.cup.height - path.from.z) / path.way.z;
      if (up > 1e-3f) t = up, kind = 101;
    }
    if (hit_wall(s.cup, path.from, path.way, t, n)) kind = 100;
    for (size_t i = 0; i < s.dice.size(); i++) {
      Vec apart = walk.poses[i].place - path.from;
      float along = dot(apart, path.way), near;
      if (dot(apart, apart) - along * along > s.dice[i].reach * s.dice[i].reach) continue;
      Vec p = walk.poses[i].to_body(path.from), d = walk.poses[i].way_to_body(path.way);
      if (hit_die(s.dice[i], p, d, t, near)) t = near, kind = i;
    }
    bool on = kind < 0      ? false
              : kind == 102 ? meet_plate(walk, path, path.from + path.way * t)
              : kind >= 100 ? meet_cup(walk, path, kind == 101, t, n, depth, start, what)
                            : meet_die(walk, path, kind, t, depth, start, what);
    if (kind < 0) path.light = path.light + path.left * room(s, path.way, path.seen_straight);
    if (!on) break;
  }
  return path.light;
}

// One pixel -----------------------------------------------------------------------------------------------

bool hit_finger(const FingerIn &finger, Vec from, Vec way, float &t, Vec &n) {
  Vec ba = finger.to - finger.from, oa = from - finger.from;
  float baba = dot(ba, ba), bard = dot(ba, way), baoa = dot(ba, oa), rdoa = dot(way, oa), oaoa = dot(oa, oa);
  float a = baba - bard * bard, b = baba * rdoa - baoa * bard, c = baba * oaoa - baoa * baoa - finger.radius * finger.radius * baba;
  float root = b * b - a * c;
  if (root < 0) return false;
  t = (-b - sqrtf(root)) / a;
  float along = baoa + t * bard;
  if (along > 0 && along < baba && t > 0) {
    n = unit(from + way * t - finger.from - ba * (along / baba));
    return true;
  }
  Vec end = along <= 0 ? finger.from : finger.to, off = from - end;
  b = dot(way, off), c = dot(off, off) - finger.radius * finger.radius, root = b * b - c;
  if (root <= 0) return false;
  t = -b - sqrtf(root);
  n = unit(from + way * t - end);
  return t > 0;
}

void dirt_at(const Scene &s, const float *layer, float x, float y, float *out) {  // colour, cover, slopes
  std::fill(out, out + 6, 0.f);
  float u = (x / s.dirt_mm * .5f + .5f) * s.dirt_px - .5f, v = (y / s.dirt_mm * .5f + .5f) * s.dirt_px - .5f;
  if (!layer || u < 0 || v < 0 || u >= s.dirt_px - 1 || v >= s.dirt_px - 1) return;
  int i = int(u), j = int(v);
  float a = u - i, b = v - j;
  const float *p = layer + (j * s.dirt_px + i) * 6, *q = p + s.dirt_px * 6;
  for (int k = 0; k < 6; k++) out[k] = (p[k] * (1 - a) + p[k + 6] * a) * (1 - b) + (q[k] * (1 - a) + q[k + 6] * a) * b;
}

struct Ray {
  Vec from, way;
};

Ray camera_ray(const CameraIn &c, float x, float y, float lens, float turn) {
  float u = (x - c.middle_x) / c.focal_px, v = (y - c.middle_y) / c.focal_px, du = u, dv = v;
  for (int k = 0; k < 3; k++) {
    float q = 1 / (1 + c.distortion * (u * u + v * v));
    u = du * q, v = dv * q;
  }
  Vec sharp = Vec{u, v, 1} * c.focus_mm, off = {lens * cosf(turn), lens * sinf(turn), 0};
  return {c.place + apply(c.turn, off), unit(apply(c.turn, sharp - off))};
}

// Light through the plate and back from it; `what` is what is seen: a pip, a face, or what stands before it.
Vec sample(Walk &walk, Ray ray, float start, int *what) {
  const Scene &s = walk.scene;
  const PlateIn &plate = s.plate;
  float t = (-plate.thickness - ray.from.z) / ray.way.z, near;
  Vec n;
  if (s.finger.there && hit_finger(s.finger, ray.from, ray.way, near, n) && near < t) {
    if (what) *what = -5;
    Vec x = ray.from + ray.way * near;
    return lit_below(s, x, n, s.finger.colour * (.8f + .4f * cloud(x * .5f, 3, 3)), walk.chance);
  }
  Vec low = ray.from + ray.way * t;
  float reach = plate.square ? max(fabsf(low.x), fabsf(low.y)) : sqrtf(low.x * low.x + low.y * low.y);
  if (reach > plate.radius) {
    if (what) *what = -4;
    Vec wood = plate.frame * (.85f + .3f * cloud(low * .4f, 77, 3));
    return lit_below(s, low, {0, 0, -1}, wood, walk.chance) + plate.frame * plate.box * .5f;
  }
  float passes = 1, dirt[6], one = fresnel(ray.way.z, 1, plate.index);
  Vec veil = grey(0);
  dirt_at(s, s.below, low.x, low.y, dirt);
  if (dirt[3] > .002f) {
    veil = lit_below(s, low, {0, 0, -1}, {dirt[0], dirt[1], dirt[2]}, walk.chance) * dirt[3];
    passes = 1 - dirt[3];
  }
  veil = veil + box(s, low, {ray.way.x, ray.way.y, -ray.way.z}, true) * (one * passes);
  passes *= 1 - one;
  Vec in = ray.way, out = ray.way, skin = {0, 0, -1};
  refract(ray.way, skin, 1 / plate.index, in);
  Vec high = low + in * (plate.thickness / in.z);
  dirt_at(s, s.above, high.x, high.y, dirt);
  float cover = dirt[3];
  skin = unit({dirt[4], dirt[5], -1});
  float two = fresnel(dot(in, skin), plate.index, 1);
  if (!refract(in, skin, plate.index, out)) two = 1;
  Vec back = in - skin * (2 * dot(in, skin)), down;
  if (back.z < -.05f && refract(back, {0, 0, 1}, plate.index, down)) {
    float gone = 1 - fresnel(back.z, plate.index, 1);
    veil = veil + box(s, high + back * (plate.thickness / -back.z), down, true) * (passes * two * gone * plate.tint);
  }
  Vec up = grey(0), laid = grey(0);
  if (cover < .995f && two < 1) {
    const CupIn &cup = s.cup;
    float x = high.x - cup.x, y = high.y - cup.y, off = cup.square ? max(fabsf(x), fabsf(y)) : sqrtf(x * x + y * y);
    if (off > cup.radius + cup.wall) up = room(s, out, true) * .6f;
    else if (off > cup.radius) {
      if (what) *what = -3;
      Material rim{cup.rim, grey(.04f), .4f};
      up = lit(walk, {high.x, high.y, .01f}, {0, 0, -1}, -out, rim, 3, start) + cup.rim * cup.ambient;
    } else if (out.z > 1e-3f) up = trace(walk, {high.x, high.y, 1e-4f}, out, start, what);
  }
  if (cover > .002f) {
    laid = lit_below(s, high, {0, 0, -1}, {dirt[0], dirt[1], dirt[2]}, walk.chance) + Vec{dirt[0], dirt[1], dirt[2]} * (s.cup.ambient * .5f);
    if (what && cover > .6f) *what = -6;
  }
  Vec seen = (up * ((1 - cover) * (1 - two)) + laid * cover) * (passes * plate.tint);
  float most = max(seen.x, max(seen.y, seen.z));
  if (!(most < 1e20f)) seen = grey(0);
  else if (most > 60) seen = seen * (60 / most);
  return luminance(veil) < 1e20f ? seen + veil : seen;
}

void pixel(const Scene &s, int column, int row, int samples, uint64_t seed, float *out, int32_t *what) {
  Chance chance(seed * 1000003ULL + uint64_t(row * s.camera.width + column) * 7919ULL + 17);
  Walk walk{s, chance, {}};
  for (size_t i = 0; i < s.dice.size(); i++) walk.poses[i] = {s.dice[i].in.place, s.dice[i].in.turn};
  float at[6];
  for (float &offset : at) offset = chance.next();
  constexpr float steps[6] = {.7548777f, .5698403f, .8191725f, .6710436f, .6180340f, .5497005f};
  Vec sum = grey(0);
  *what = -1;
  for (int k = 0; k < samples; k++) {
    float u[6];
    for (int i = 0; i < 6; i++) u[i] = at[i] + k * steps[i], u[i] -= floorf(u[i]);
    bool centre = k == 0;
    Ray ray = camera_ray(s.camera, column + (centre ? .5f : u[0]), row + (centre ? .5f : u[1]),
                         centre ? 0 : s.camera.aperture_mm * sqrtf(u[2]), 2 * PI * u[3]);
    if (s.moving) {
      float time = s.camera.shutter_s * (float(row) / s.camera.height - .5f) + (centre ? 0 : (u[5] - .5f) * s.camera.exposure_s);
      for (size_t i = 0; i < s.dice.size(); i++) {
        const DieIn &d = s.dice[i].in;
        walk.poses[i] = {d.place + d.velocity * time, turned_by(d.spin * time, d.turn)};
      }
    }
    if (ray.way.z > 1e-3f) sum = sum + sample(walk, ray, u[4], centre ? what : nullptr);
  }
  out[0] = sum.x / samples, out[1] = sum.y / samples, out[2] = sum.z / samples;
}

}  // namespace

// Fills `out`, height x width x 3 floats (red, green, blue), and `what`, height x width, with one thread.
extern "C" void render(const CameraIn *camera, const PlateIn *plate, const CupIn *cup, const RoomIn *room,
                       const FingerIn *finger, const LampIn *lamps, int lamp_count, const RoomLampIn *room_lamps,
                       int room_lamp_count, const DieIn *dice, int dice_count, const float *below, const float *above,
                       int dirt_px, float dirt_mm, int samples, uint64_t seed, float *out, int32_t *what) {
  Scene s{*camera, *plate, *cup, *room, *finger, {lamps, lamps + lamp_count}, {room_lamps, room_lamps + room_lamp_count},
          {}, below, above, dirt_px, dirt_mm, false};
  for (int i = 0; i < dice_count; i++) {
    s.dice.emplace_back(dice[i]);
    s.moving |= length(dice[i].velocity) + length(dice[i].spin) > 0;
  }
  for (int row = 0; row < camera->height; row++)
    for (int column = 0; column < camera->width; column++) {
      size_t i = size_t(row) * camera->width + column;
      pixel(s, column, row, samples, seed, out + 3 * i, what + i);
    }
}

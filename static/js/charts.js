// Draws the chart that belongs to each table of numbers. The table is the truth and stays there to
// be read; what is drawn is its cells with a data-value.

const family = getComputedStyle(document.body).fontFamily;
const lines = [
  { ink: "c1", borderWidth: 4, borderDash: [] },
  { ink: "c2", borderWidth: 3, borderDash: [9, 4] },
];

// Where the system chooses the colours they are few: edges tell what tints told.
const forced = matchMedia("(forced-colors: active)");

// A colour of the style sheets, in the theme that holds: a canvas knows no light-dark().
function ink(name) {
  const probe = document.createElement("i");
  document.querySelector("[data-chart]").append(probe);
  Object.assign(probe.style, { color: `var(--${name})`, forcedColorAdjust: "none" });
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

// A size in the reader's text size, which a canvas doesn't follow by itself.
function sized(pixels) {
  return (pixels * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
}

// What stands under a line of days: there is no room for whole dates.
function shortDays(first, number) {
  const form = { day: "numeric", month: "short", timeZone: "UTC" };
  const format = new Intl.DateTimeFormat(document.documentElement.lang, form);
  return Array.from({ length: number }, (_, at) => format.format(Date.parse(first) + at * 864e5));
}

function read(section) {
  const [head, ...rows] = [...section.querySelectorAll("tr")].map((row) => [...row.cells]);
  const drawn = [...head.keys()].filter((at) => rows.some((row) => "value" in row[at].dataset));
  return {
    labels: rows.map(([name]) => name.textContent),
    days: section.dataset.first && shortDays(section.dataset.first, rows.length),
    series: drawn.map((at) => ({
      label: head[at].textContent,
      data: rows.map((row) => ("value" in row[at].dataset ? Number(row[at].dataset.value) : null)),
      shown: rows.map((row) => row[at].textContent),
    })),
  };
}

// Every bar's number stands above it: some inks are too faint to measure by. Where bars are many
// and narrow it is small, and it stays within the chart.
const numbers = {
  id: "numbers",
  afterDatasetsDraw(chart) {
    const { ctx, data } = chart;
    ctx.save();
    Object.assign(ctx, { fillStyle: ink("ink"), textAlign: "center" });
    chart.getDatasetMeta(0).data.forEach((bar, at) => {
      const size = Math.min(sized(16), Math.max(sized(10), bar.width * 0.6));
      ctx.font = `800 ${size}px ${family}`;
      const text = Math.round(data.datasets[0].data[at]).toLocaleString(
        document.documentElement.lang,
      );
      const half = ctx.measureText(text).width / 2;
      ctx.fillText(text, Math.min(Math.max(bar.x, half), chart.width - half), bar.y - 6);
    });
    ctx.restore();
  },
};

function barColours(kind, values) {
  if (kind === "bars")
    return values.map((value) => ink(value === Math.max(...values) ? "c3" : "chart"));
  const exact = (values.length - 1) / 2;
  const over = forced.matches ? "wash" : "c2";
  return values.map((_, at) => ink(at < exact ? "c1" : at > exact ? over : "c3"));
}

function bars(kind, { labels, series: [{ data }] }) {
  const edge = forced.matches ? { borderWidth: 2, borderColor: ink("ink") } : {};
  const wide = { grouped: false, categoryPercentage: 0.95, barPercentage: 0.95, ...edge };
  const datasets = [{ data, ...wide, backgroundColor: barColours(kind, data) }];
  if (kind === "bars")
    datasets.push({ data: data.map(() => 100), ...wide, backgroundColor: ink("wash") });
  return {
    type: "bar",
    plugins: [numbers],
    data: { labels, datasets },
    options: {
      layout: { padding: { top: sized(28) } },
      scales: {
        x: {
          grid: { display: false },
          border: { color: ink("ink"), width: 2 },
          ticks: { maxRotation: 0 },
        },
        y: { display: false, beginAtZero: true, ...(kind === "bars" && { max: 100 }) },
      },
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
    },
  };
}

// Some of the days, always with the first and the last.
function named(days) {
  const last = days.length - 1;
  return {
    autoSkip: false,
    maxRotation: 0,
    align: "inner",
    callback(_, at) {
      const steps = Math.min(last, this.chart.width < 480 ? 3 : 5) || 1;
      const shown = Array.from({ length: steps + 1 }, (_, n) => Math.round((n * last) / steps));
      return shown.includes(at) ? days[at] : null;
    },
  };
}

// Each name with its line as it is drawn.
function legendLabels(chart) {
  const made = Chart.defaults.plugins.legend.labels.generateLabels(chart);
  return made.map((label) => {
    const { borderDash, borderWidth, borderColor } = chart.data.datasets[label.datasetIndex];
    const line = { lineDash: borderDash, lineWidth: borderWidth, strokeStyle: borderColor };
    return { ...label, ...line };
  });
}

function overTime({ labels, days, series }) {
  const datasets = series.map((each, at) => {
    const { ink: name, ...line } = lines[at];
    const colour = ink(name);
    const points = { pointRadius: labels.length > 14 ? 0 : 3, pointStyle: "circle" };
    const ends = { borderJoinStyle: "round", borderCapStyle: at ? "butt" : "round" };
    // The second is dashed and lies above: where both are equal one sees both.
    const shape = { ...line, ...points, ...ends, order: -at };
    return { ...each, ...shape, borderColor: colour, backgroundColor: colour };
  });
  const label = ({ dataset, dataIndex }) => `${dataset.label}: ${dataset.shown[dataIndex]}`;
  return {
    type: "line",
    data: { labels, datasets },
    options: {
      interaction: { mode: "index", intersect: false },
      scales: {
        x: {
          grid: { display: false },
          ticks: days ? named(days) : { maxTicksLimit: 4, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          beginAtZero: true,
          grid: { color: ink("hair") },
          border: { display: false },
          ticks: { maxTicksLimit: 6, precision: 0 },
        },
      },
      plugins: {
        legend: {
          display: series.length > 1,
          align: "start",
          reverse: true, // in the order of the columns, not of what lies above
          labels: { color: ink("ink"), boxHeight: 0, boxWidth: 36, generateLabels: legendLabels },
        },
        tooltip: { callbacks: { label } },
      },
    },
  };
}

function draw(section) {
  const kind = section.dataset.chart;
  const plot = section.querySelector(".plot");
  const numbers = read(section);
  plot.hidden = false;
  return new Chart(
    plot.querySelector("canvas"),
    kind === "lines" ? overTime(numbers) : bars(kind, numbers),
  );
}

let charts = [];

function drawAll() {
  charts.forEach((chart) => chart.destroy());
  Object.assign(Chart.defaults, {
    color: ink("soft"),
    animation: false,
    maintainAspectRatio: false,
  });
  Object.assign(Chart.defaults.font, { family, size: sized(14), weight: 600 });
  Chart.defaults.locale = document.documentElement.lang;
  charts = [...document.querySelectorAll("[data-chart]")].map(draw);
}

document.fonts.ready.then(drawAll);
for (const looks of [matchMedia("(prefers-color-scheme: dark)"), forced])
  looks.addEventListener("change", drawAll);

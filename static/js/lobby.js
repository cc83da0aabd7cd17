// The lobby: the socket paints it, and nothing else has to be done here.
import "./connection.js";
